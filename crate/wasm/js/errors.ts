// Errors as clients throw them: the API's message is in the error's own, in its cause, or in a member such as `body`,
// `responseBody` or `response.data`.

/** How deep members are read: a response, its data, the error in it, its details. */
const MAX_DEPTH = 8;
/** How many values are read: a client's error may hold the request, with all of its tools. */
const MAX_VALUES = 10_000;

/** All texts in an error or in data, each once; getters are not called. */
export function textsOf(error: object): string[] {
  const texts = new Set<string>();
  const seen = new Set<object>();
  let level: unknown[] = [error];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === "string") texts.add(value);
      if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) continue;
      if (seen.has(value) || seen.size > MAX_VALUES) continue;
      seen.add(value);
      // A stack starts with the message.
      const { stack, ...members } = Object.getOwnPropertyDescriptors(value) as PropertyDescriptorMap;
      const read = stack && !members.message ? [stack, ...Object.values(members)] : Object.values(members);
      for (const { value: member } of read) next.push(member);
    }
    level = next;
  }
  return [...texts];
}
