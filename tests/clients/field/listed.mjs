// Without imports: whoever lists tools has an SDK of its own.

/** All tools of a server that a client is connected to, page by page. */
export async function listed(client) {
  const tools = [];
  let cursor;
  do {
    const page = await client.listTools(cursor && { cursor });
    tools.push(...page.tools);
    cursor = page.nextCursor;
  } while (cursor);
  return tools;
}
