// The examples of the menu: a title, a group, and the document.

export interface Example {
  id: string;
  title: string;
  group: string;
  /** Loads the text, which the page does not bring along. */
  text(): Promise<string>;
}

const FILES = import.meta.glob<string>("./*.json", { query: "?raw", import: "default" });

const MENU: [group: string, entries: [id: string, title: string][]][] = [
  [
    "Common failures",
    [
      ["references", '400: Unknown name "$ref"'],
      ["objects", "The model sends strings instead of objects"],
      ["maps", "A map that is always empty"],
      ["unions", "Unions: oneOf, const, type lists"],
      ["bounds", "Bounds that Gemini has no field for"],
      ["enums", "Enums of numbers and of mixed values"],
      ["names", "Names that Gemini rejects"],
      ["recursion", "A schema that contains itself"],
      ["conditions", "Conditions: if, then, dependent parameters"],
    ],
  ],
  [
    "Tools of public servers",
    [
      ["filesystem", "Files: edit, read, search"],
      ["memory", "Memory: entities and relations"],
      ["notion", "Notion: create a page"],
      ["everything", "Everything: all tools of the reference server"],
    ],
  ],
  [
    "Other documents",
    [
      ["request", "A Gemini request"],
      ["compatible", "A tool that is accepted unchanged"],
    ],
  ],
];

export const EXAMPLES: Example[] = MENU.flatMap(([group, entries]) =>
  entries.map(([id, title]) => ({ id, title, group, text: () => load(id) })),
);

export const GROUPS = MENU.map(([group]) => group);

function load(id: string): Promise<string> {
  const file = FILES[`./${id}.json`];
  return file ? file() : Promise.reject(new Error(`there is no example ${id}`));
}
