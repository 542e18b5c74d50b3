// JSON laid out for reading: what fits on a line stays on one.

const WIDTH = 64;

export function laidOut(value: unknown, indent = ""): string {
  const flat = spaced(value);
  if (typeof value !== "object" || value === null || indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) return `[\n${value.map((item) => inner + laidOut(item, inner)).join(",\n")}\n${indent}]`;
  const members = Object.entries(value).map(
    ([name, item]) => `${inner}${JSON.stringify(name)}: ${laidOut(item, inner)}`,
  );
  return `{\n${members.join(",\n")}\n${indent}}`;
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "";
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${spaced(item)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
