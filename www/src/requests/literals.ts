// Texts of others as literals of a language, so that nothing in them is run. A string of JSON is one in JavaScript and
// in Python as well.

const STRING = /("[^"\\]*(?:\\[^][^"\\]*)*")(\s*:)?/g;
const PROTOTYPE = "__proto__";

/** JSON as an expression of JavaScript, in which a property of that name would set the prototype. */
export const expression = (json: string): string =>
  json.replace(STRING, (whole, name: string, colon?: string) =>
    colon !== undefined && JSON.parse(name) === PROTOTYPE ? `[${name}]${colon}` : whole,
  );
