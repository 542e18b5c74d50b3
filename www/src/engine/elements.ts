// The elements of a JSON array as they are spelled, without reading their values: numbers keep their digits.

/** The text of each element; the whole text where it is no array. */
export function elements(text: string): string[] {
  const start = text.search(/\S/);
  if (start < 0) return [];
  if (text[start] !== "[") return [text];
  const found: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let at = start; at < text.length; at++) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === "[" || char === "{") depth += 1;
    else if (char === "]" || char === "}") depth -= 1;
    if ((char === "," && depth === 1) || depth === 0) {
      const element = text.slice(from, at);
      if (element.trim() !== "") found.push(element);
      from = at + 1;
    }
    if (depth === 0) break;
  }
  return found;
}

export function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}
