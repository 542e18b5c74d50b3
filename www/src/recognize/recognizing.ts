// What tests ask of a text.

import { recognize } from "./index";
import { linesOf } from "./value/text";

/** The JSON that is read in a text. */
export const read = async (text: string) => {
  const found = await recognize(text);
  return found?.json && (JSON.parse(found.json.text) as unknown);
};

/** The notes on a text, with their lines. */
export const noted = async (text: string) => {
  const found = await recognize(text);
  const lines = linesOf(text, found?.notes.map(({ at = 0 }) => at) ?? []);
  return found?.notes.map(({ text }, index) => `${lines[index]}: ${text}`);
};
