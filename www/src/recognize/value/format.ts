// JSON laid out for reading, with its digits and its names as they are.

import { jsonValue } from "./json";
import { print } from "./print";

export const formatted = (text: string): string | undefined => {
  const value = jsonValue(text);
  return value && print(value).text;
};
