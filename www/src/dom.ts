// Building elements without markup: text stays text, whatever a schema holds.

type Child = Node | string | false | null | undefined;
type Props = Partial<Record<"class" | "type" | "title", string>> & {
  open?: boolean;
  onclick?: () => void;
};

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (typeof value === "function") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (typeof value === "string") element.setAttribute(name, value);
  }
  element.append(...children.filter((child): child is Node | string => Boolean(child)));
  return element;
}

/** The element of that id; its absence is a mistake of the page's own. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element #${id}`);
  return element as T;
}

/** Text in which `code` between backticks is the only markup. */
export const prose = (text: string): (Node | string)[] =>
  text.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part));
