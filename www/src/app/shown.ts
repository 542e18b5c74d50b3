// Makes all text that is rendered visible, in the one place that all of it passes: names and texts of tools are shown
// in many.

import { type ComponentChildren, options, type VNode } from "preact";
import { visible } from "../visible";

/** Attributes whose text is shown or read out. */
const TEXTS = ["title", "aria-label"] as const;

export function showVisibly(): void {
  const before = options.vnode;
  options.vnode = (node: VNode) => {
    const props = node.props as { [name: string]: unknown; children?: ComponentChildren };
    if (props.children !== undefined) props.children = seen(props.children);
    if (typeof node.type === "string")
      for (const name of TEXTS) if (typeof props[name] === "string") props[name] = visible(props[name]);
    before?.(node);
  };
}

function seen(children: ComponentChildren): ComponentChildren {
  if (typeof children === "string") return visible(children);
  return Array.isArray(children) ? children.map(seen) : children;
}
