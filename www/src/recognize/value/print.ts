// A value as JSON, laid out for reading, with the way back to the text that it was read from.

import { lastAtMost, type Derived } from "./places";
import type { Range, Value } from "./value";

const WIDTH = 96;

/** A range of what was printed, the range of its source, and the one that it lies in. */
interface Printed extends Range {
  source: Range;
  parent: number;
}

export function print(value: Value): Derived {
  const printer = new Printer();
  printer.value(value, "");
  const { ranges } = printer;
  const starts = ranges.map(({ from }) => from);
  const origin = ({ from, to }: Range) => {
    let index = lastAtMost(starts, from);
    while (index > 0 && (ranges[index]?.to ?? 0) < to) index = ranges[index]?.parent ?? 0;
    return ranges[Math.max(0, index)]?.source ?? { from: 0, to: 0 };
  };
  return { text: printer.text(), origin };
}

class Printer {
  readonly ranges: Printed[] = [];
  #pieces: string[] = [];
  #length = 0;
  #parent = 0;

  text = (): string => this.#pieces.join("");

  #put(piece: string): void {
    this.#pieces.push(piece);
    this.#length += piece.length;
  }

  /** Notes the range of what `write` prints. */
  #range(source: Range, write: () => void): void {
    const [outer, index] = [this.#parent, this.ranges.length];
    const range = { from: this.#length, to: 0, source: { from: source.from, to: source.to }, parent: outer };
    this.ranges.push(range);
    this.#parent = index;
    write();
    this.#parent = outer;
    range.to = this.#length;
  }

  value(value: Value, indent: string): void {
    this.#range(value, () => {
      if (value.kind === "scalar") this.#put(value.json);
      else if (value.kind === "list")
        this.#several("[]", value, value.items, indent, (item, inner) => this.value(item, inner));
      else
        this.#several("{}", value, value.members, indent, (member, inner) =>
          this.#range({ from: member.from, to: Math.max(member.to, member.value.to) }, () => {
            this.#range(member, () => this.#put(JSON.stringify(member.name)));
            this.#put(": ");
            this.value(member.value, inner);
          }),
        );
    });
  }

  #several<Part>(
    brackets: string,
    of: Value,
    parts: Part[],
    indent: string,
    write: (part: Part, indent: string) => void,
  ): void {
    const flat = width(of, WIDTH - indent.length) >= 0;
    const inner = flat ? indent : `${indent}  `;
    this.#put(brackets.charAt(0));
    parts.forEach((part, index) => {
      if (index > 0) this.#put(flat ? ", " : ",");
      if (!flat) this.#put(`\n${inner}`);
      write(part, inner);
    });
    if (!flat) this.#put(`\n${indent}`);
    this.#put(brackets.charAt(1));
  }
}

/** The room that a value leaves on a line; negative if it does not fit. */
function width(value: Value, left: number): number {
  if (left < 0) return left;
  if (value.kind === "scalar") return left - value.json.length;
  let rest = left - 2;
  if (value.kind === "list") {
    for (const item of value.items) if ((rest = width(item, rest - 2)) < 0) break;
  } else {
    for (const member of value.members) if ((rest = width(member.value, rest - 6 - member.name.length)) < 0) break;
  }
  return rest;
}
