// Entries of servers, as clients have them in their files.

import { list, member, object, scalar, type Value } from "../value/value";

export type Entry = [name: string, entry: Value];

const URL_START = /^https?:\/\//i;

export const isUrl = (word: string): boolean => URL_START.test(word);

/** The entry of a server that is started, or that has an address. Of variables and headers, only the names are known. */
export function entryOf(command: string[], variables: string[] = [], headers: string[] = []): Value {
  const named = (names: string[]): Value => object(names.map((name) => member(name, scalar(""))));
  const [only = ""] = command;
  return object([
    command.length === 1 && isUrl(only)
      ? member("url", scalar(only))
      : member("command", list(command.map((word) => scalar(word)))),
    member("env", named(variables)),
    member("headers", named(headers)),
  ]);
}
