// Literals of Python, and objects as Python prints them: dictionaries, `Tool(name='a', inputSchema={…})`.

import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { children, Literals, literalsIn, parsed, type Reading, readingOf } from "./literals";
import { asking } from "../documents/servers";
import { printing } from "../recognized";
import { unescaped } from "../value/text";
import { type Member, numeral, scalar, type Value } from "../value/value";

const STARTS = new Set(["DictionaryExpression", "ArrayExpression", "TupleExpression", "CallExpression"]);

export function python(text: string): Reading | undefined {
  const plain = asPython(text);
  const tree = parsed(parser, plain);
  if (!tree) return undefined;
  const literal = literalsIn(tree, () => new Python(text), plain, STARTS);
  const what = literal.found?.amid ? "a literal in Python code" : "a Python literal";
  const reading = readingOf(literal, what, asking(START));
  if (reading) return reading;
  const library = LIBRARIES.find(({ is }) => is.test(text));
  return library && { recognized: { what: library.what, notes: [], steps: library.steps } };
}

const START = "python3 server.py";
const LIBRARIES = [
  {
    is: /^[ \t]*@\w+(?:\.\w+)*\.tool\b/m,
    what: "Python code whose tools are made when it runs",
    steps: [asking(START)],
  },
  {
    is: /^class \w+\([\w., ]*BaseModel\b/m,
    what: "pydantic code, which is a schema only when it runs",
    steps: [printing("print(json.dumps(YourModel.model_json_schema()))")],
  },
  {
    is: /^[ \t]*@tool\b/m,
    what: "LangChain code whose tools are made when it runs",
    steps: [printing("print(json.dumps(your_tool.args_schema.model_json_schema()))")],
  },
  {
    is: /^class \w+\([\w., ]*TypedDict\b/m,
    what: "a TypedDict, which is a schema only when the program runs",
    steps: [printing("print(json.dumps(pydantic.TypeAdapter(YourDict).json_schema()))")],
  },
];

const ENUM = /<[A-Za-z_][\w.]*\.(\w+): (?:'[^'\n]*'|"[^"\n]*"|-?\d+)>/g;
/** Functions, classes and other objects. */
const KINDS = "class|function|bound method|built-in|coroutine|method|module|[\\w.]+(?=(?: object)? at 0x)";
const OBJECT = new RegExp(String.raw`<(?:${KINDS})\b(?:[^<>\n]|<[^<>\n]{1,80}>){0,200}>`, "g");
const ARGUMENTS = /^(\s*(?:\w+=(?:None|'[^'\n]*')\s+)*)tools=(?=\[)/;
const MORE_ARGUMENTS = /\]((?:\s+\w+=(?:None|'[^'\n]*'))+\s*)$/;

/** Printed text that is not valid Python, replaced by Python of the same length: enumerations, missing commas.
 * A name stands for an object, of which the text is noted. */
const asPython = (text: string): string =>
  text
    .replace(ENUM, (all, name: string) => `E.${name}`.padEnd(all.length))
    .replace(OBJECT, (all) => "_".repeat(all.length))
    .replace(ARGUMENTS, (all) => " ".repeat(all.length))
    .replace(MORE_ARGUMENTS, (all) => "]".padEnd(all.length))
    .replace(/^\s+/, (space) => space.replace(/[^\n]/g, "\n"));

const MOST_ENUM = 200;
const STRING = /^([rRbBuU]*)('''|"""|'|")/;

class Python extends Literals {
  protected value(node: SyntaxNode): Value | undefined {
    const parts = children(node);
    switch (node.name) {
      case "DictionaryExpression":
        return this.#dictionary(node, parts);
      case "ArrayExpression":
      case "TupleExpression":
      case "SetExpression":
        return this.list(this.#items(parts), node);
      case "ParenthesizedExpression":
        return parts[1] ? this.read(parts[1]) : this.omit(node);
      case "ContinuedString":
        return this.joined(node, parts);
      case "String":
        return this.#text(node);
      case "FormatString":
        return parts.some(({ name }) => name === "FormatReplacement") ? this.omit(node) : this.#text(node);
      case "Number":
        return numeral(this.textOf(node), node) ?? this.omit(node, "is no number in JSON");
      case "UnaryExpression":
        return numeral(this.textOf(node).replace(/\s+/g, ""), node) ?? this.omit(node);
      case "Boolean":
        return scalar(this.textOf(node) === "True", node);
      case "None":
        return scalar(null, node);
      case "BinaryExpression":
        return parts[1] && parts[2] && parts[0] && this.textOf(parts[1]) === "+"
          ? this.joined(node, [parts[0], parts[2]])
          : this.#enumeration(node);
      case "CallExpression":
        return this.#call(node, parts);
      default:
        return this.#enumeration(node);
    }
  }

  /** The members of enumerations, such as `types.Type.OBJECT` and, as it is printed, `<Type.OBJECT: 'OBJECT'>`. */
  #enumeration(node: SyntaxNode): Value | undefined {
    const text = this.textOf(node);
    // JSON in a program or in a log.
    if (/^(?:true|false|null)$/.test(text)) return { kind: "scalar", json: text, from: node.from, to: node.to };
    const [, printed] = /^<[\w.]*\.(\w+): /.exec(this.text.slice(node.from, node.from + MOST_ENUM)) ?? [];
    const [, name] = /^[\w.]*\b[A-Z]\w*\.([A-Z][A-Z0-9_]*)$/.exec(this.textOf(node)) ?? [];
    const found = printed ?? name;
    return found === undefined ? this.omit(node) : scalar(found, node);
  }

  #text(node: SyntaxNode): Value | undefined {
    const spelled = this.textOf(node);
    const [all = "", prefix = "", quote = ""] = STRING.exec(spelled.replace(/^[fF]/, "")) ?? [];
    const from = node.from + all.length + (/^[fF]/.test(spelled) ? 1 : 0);
    const to = node.to - quote.length;
    if (/[bB]/.test(prefix)) return this.omit(node, "are bytes");
    if (/[rR]/.test(prefix)) return scalar(this.text.slice(from, to), node);
    const text = unescaped(this.text, "keep", from, to);
    return text ? scalar(text.text, node) : this.omit(node);
  }

  #items(parts: SyntaxNode[]): (Value | undefined)[] {
    return parts.filter(({ name }) => !/^[[\](){},*]$/.test(name)).map((part) => this.read(part));
  }

  #dictionary(node: SyntaxNode, parts: SyntaxNode[]): Value | undefined {
    const members: Member[] = [];
    for (let at = 0; at < parts.length; at++) {
      const [part, colon, inner] = parts.slice(at, at + 3);
      if (!part || /^[{},]$/.test(part.name)) continue;
      if (part.name === "**" || colon?.name !== ":" || !inner) {
        const what = part.name === "**" ? colon : part;
        if (what) this.omit(what);
        at += 1;
        continue;
      }
      const name = this.#name(part);
      if (name !== undefined) members.push(...this.member(name, inner, part));
      at += 2;
    }
    return this.object(members, node);
  }

  #name(node: SyntaxNode): string | undefined {
    const value = this.read(node);
    if (value?.kind !== "scalar") return undefined;
    if (value.json.startsWith('"')) return JSON.parse(value.json) as string;
    this.notes.push({ text: `\`${value.json}\` is no text; as a name it is one in JSON.`, at: node.from });
    return value.json;
  }

  /** The named arguments of a class; what is None was not given. */
  #call(node: SyntaxNode, [callee, given]: SyntaxNode[]): Value | undefined {
    if (!callee || given?.name !== "ArgList" || !/(?:^|\.)(?:dict|[A-Z]\w*)$/.test(this.textOf(callee)))
      return this.omit(node);
    const members: Member[] = [];
    const parts = children(given).slice(1, -1);
    for (let at = 0; at < parts.length; at++) {
      const [name, equals, inner] = parts.slice(at, at + 3);
      if (!name || name.name === ",") continue;
      if (equals?.name !== "AssignOp" || !inner) {
        this.omit(name);
        continue;
      }
      if (inner.name !== "None") members.push(...this.member(this.textOf(name), inner, name));
      at += 2;
    }
    return this.object(members, node);
  }
}
