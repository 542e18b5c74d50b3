// Characters that reorder what is around them, wherever a text is rendered.

import { renderToString as render } from "preact-render-to-string";
import { expect, test } from "vitest";
import { Button, Prose } from "./parts";
import { showVisibly } from "./shown";

const NAME = "\u202elive\u202c";

test("text and labels show what reorders them, and lines stay", () => {
  showVisibly();
  expect(render(<code>{NAME}</code>)).toBe(String.raw`<code>\u202elive\u202c</code>`);
  expect(render(<Prose text={`the name \`${NAME}\``} />)).toBe(String.raw`the name <code>\u202elive\u202c</code>`);
  const list = <ul>{[NAME, "b\u0007"].map((name) => [<li key={name}>{["a", name]}</li>])}</ul>;
  expect(render(list)).toBe(String.raw`<ul><li>a\u202elive\u202c</li><li>ab\u0007</li></ul>`);
  expect(render(<Button label={NAME} onClick={() => {}}>{`${NAME} `}x</Button>)).not.toMatch(/[\u202a-\u202e]/);
  expect(render(<pre>{"a\tb\r\nc\nשלום"}</pre>)).toBe("<pre>a\tb\r\nc\nשלום</pre>");
});
