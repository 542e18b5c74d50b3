// Text of the input in which every character is seen: none reorders what is around it.

/** Characters that control a terminal or reorder text, and line breaks that not every program recognizes. */
export const UNFIT = /[^\P{Cc}\t\r\n]|\r(?!\n)|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const EACH = new RegExp(UNFIT, "gu");

/** The text with such characters as JSON has them, `\u202e`; its lines stay. */
export const visible = (text: string): string => (UNFIT.test(text) ? text.replace(EACH, escaped) : text);

/** A character as JSON has it. */
export const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
