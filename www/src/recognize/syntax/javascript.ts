// Object literals of JavaScript and TypeScript, alone or in a program; JSON5 and JSON with comments are such literals.

import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { children, hasKnownTool, Literals, literalsIn, parsed, type Reading, readingOf } from "./literals";
import { isComplaint } from "../documents/errors";
import { asking } from "../documents/servers";
import { printing } from "../recognized";
import { unescaped } from "../value/text";
import { type Member, numeral, scalar, type Value } from "../value/value";

const CODE = parser.configure({ dialect: "ts jsx" });
const EXPRESSION = parser.configure({ dialect: "ts", top: "SingleExpression" });
const STARTS = new Set(["ObjectExpression", "ArrayExpression"]);
/** Libraries whose schemas are calls. */
const ZOD = /\bz\s*\.\s*(?:object|string|number|boolean|array|enum|union|record|strictObject|looseObject)\s*\(/;
const TYPEBOX = /\bType\.(?:Object|String|Array|Union|Number)\s*\(/;

export function javascript(text: string): Reading | undefined {
  const alone = /^\s*(?:\/[/*]|[[{(])/.test(text) ? parsed(EXPRESSION, text) : undefined;
  const tree = alone ?? parsed(CODE, text);
  const literal = tree && literalsIn(tree, () => new JavaScript(text), text, STARTS);
  const found = literal?.found;
  const library = LIBRARIES.find(({ calls }) =>
    found ? found.unknown.some((it) => calls.test(it)) : calls.test(text),
  );
  // Errors are printed with what the client sent: their message says more.
  if (library?.calls === OMITTED && isComplaint(text)) return undefined;
  if (library && !(found && hasKnownTool(found))) return { recognized: { what: library.what, notes: [], steps: library.steps } };
  if (!literal) return undefined;
  const literally = alone && !found?.amid ? alone.topNode : undefined;
  const what = literally ? `JSON with ${traits(text, literally)}` : "an object literal in JavaScript or TypeScript";
  return readingOf(literal, what, asking(START));
}

const START = "node server.js";
const ASK = asking(START, "Or ask the server for its tools, and paste what it prints:");
/** What Node.js prints in place of deeply nested values. */
const OMITTED = /\[(?:Object|Array)\]/;
const LIBRARIES = [
  {
    calls: OMITTED,
    what: "an object as Node.js prints it, without what is nested more deeply",
    steps: [
      {
        text: "Print all of it, and paste that:",
        command: "console.log(JSON.stringify(tools, null, 2))",
      },
    ],
  },
  {
    calls: ZOD,
    what: "zod code, which is a schema only when it runs",
    steps: [printing("console.log(JSON.stringify(z.toJSONSchema(schema)))"), ASK],
  },
  {
    calls: TYPEBOX,
    what: "TypeBox code, which is a schema only when it runs",
    steps: [printing("console.log(JSON.stringify(schema))"), ASK],
  },
];

class JavaScript extends Literals {
  protected value(node: SyntaxNode): Value | undefined {
    const [first, ...more] = children(node);
    switch (node.name) {
      case "ObjectExpression":
        return this.object(
          children(node).flatMap((child) => this.#member(child)),
          node,
        );
      case "ArrayExpression":
        return OMITTED.test(this.textOf(node)) && node.to - node.from < 9 ? this.omit(node) : this.#list(node);
      case "String":
      case "TemplateString":
        return this.#text(node);
      case "Number":
        return numeral(this.textOf(node).replace(/n$/, ""), node) ?? this.omit(node, "is no number in JSON");
      case "BooleanLiteral":
      case "null":
        return { kind: "scalar", json: this.textOf(node), from: node.from, to: node.to };
      case "UnaryExpression":
        return numeral(this.textOf(node).replace(/\s+/g, ""), node) ?? this.omit(node);
      case "ParenthesizedExpression":
        return more[0] ? this.read(more[0]) : this.omit(node);
      case "BinaryExpression":
        return this.#binary(node, first, more);
      case "MemberExpression": {
        // The members of enumerations, such as Type.OBJECT.
        const [, name] = /^[\w.]*\b[A-Z]\w*\.([A-Z][A-Z0-9_]*)$/.exec(this.textOf(node)) ?? [];
        return name === undefined ? this.omit(node) : scalar(name, node);
      }
      case "CallExpression":
        return this.#call(node, first, more);
      default:
        return this.textOf(node) === "undefined" ? undefined : this.omit(node);
    }
  }

  /** What the AI SDK takes tools and schemas by is their first argument. */
  #call(node: SyntaxNode, callee: SyntaxNode | undefined, more: SyntaxNode[]): Value | undefined {
    const given = more.at(-1);
    const [, argument] = given?.name === "ArgList" ? children(given) : [];
    const isKnown = callee !== undefined && /^(?:tool|dynamicTool|jsonSchema)$/.test(this.textOf(callee));
    return isKnown && argument?.name === "ObjectExpression" ? this.read(argument) : this.omit(node);
  }

  #binary(node: SyntaxNode, first: SyntaxNode | undefined, [operator, last]: SyntaxNode[]): Value | undefined {
    if (!first || !operator) return this.omit(node);
    if (operator.name === "as" || operator.name === "satisfies") return this.read(first);
    return operator.name === "ArithOp" && last && this.textOf(operator) === "+"
      ? this.joined(node, [first, last])
      : this.omit(node);
  }

  #text(node: SyntaxNode): Value | undefined {
    if (node.name === "TemplateString" && children(node).some(({ name }) => name === "Interpolation"))
      return this.omit(node);
    const text = unescaped(this.text, "drop", node.from + 1, node.to - 1);
    return text ? scalar(text.text, node) : this.omit(node);
  }

  #list(node: SyntaxNode): Value {
    const items: (Value | undefined)[] = [];
    let spread = false;
    for (const child of children(node)) {
      if (child.name === "Spread") spread = true;
      else if (!/^[[\],]$/.test(child.name)) {
        items.push(spread ? this.omit(child) : this.read(child));
        spread = false;
      }
    }
    return this.list(items, node);
  }

  #member(node: SyntaxNode): Member[] {
    if (node.name !== "Property") return [];
    const parts = children(node);
    const [name, colon, inner] = parts;
    if (!name || colon?.name !== ":" || !inner || name.name === "[") {
      this.omit(node);
      return [];
    }
    const text =
      name.name === "String"
        ? (unescaped(this.text, "drop", name.from + 1, name.to - 1)?.text ?? "")
        : this.textOf(name);
    return this.member(text, inner, name);
  }
}

/** The features of a literal that JSON lacks. */
function traits(text: string, top: SyntaxNode): string {
  const found = new Set<string>();
  top.cursor().iterate(({ name, from, node }) => {
    if (/Comment/.test(name)) found.add("comments");
    else if (name === "String" && text[from] === "'") found.add("single quotes");
    else if (name === "TemplateString") found.add("template strings");
    else if (name === "PropertyDefinition") found.add("unquoted names");
    else if (name === "," && /^[}\]]$/.test(node.nextSibling?.name ?? "")) found.add("trailing commas");
  });
  const all = [...found];
  const last = all.pop() ?? "other spellings";
  return all.length > 0 ? `${all.join(", ")} and ${last}` : last;
}
