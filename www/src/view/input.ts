// The paste box, and the way from an issue to its place there.

import type { Issue } from "lapidary/slim";
import { byId } from "../dom";

const LINES_ABOVE = 4;

export const input = byId<HTMLTextAreaElement>("input");

export function select({ start, end }: Issue["span"]): void {
  const line = input.value.slice(0, start).split("\n").length - 1;
  const height = parseFloat(getComputedStyle(input).lineHeight);
  input.focus();
  input.setSelectionRange(start, end);
  input.scrollTop = Math.max(0, (line - LINES_ABOVE) * height);
  input.scrollLeft = 0;
}
