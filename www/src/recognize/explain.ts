// An API's error, shown without the log or the trace around it.

const MOST_CHARACTERS = 600;

/** The server's words: the beginning of a long text. */
export function quoted(text: string): string {
  const message = text.trim();
  return message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message;
}
