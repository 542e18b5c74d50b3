// What is there before there is a text.

import { tryExample } from "../state/example";

const CARDS: [id: string, title: string, text: string][] = [
  ["references", '400: Unknown name "$ref"', "References and definitions, as pydantic writes them"],
  ["objects", "The model sent strings instead of objects", "A list without items, which Gemini fills as it likes"],
  ["maps", "A map that always came back empty", "Free keys, which Gemini has no field for"],
];

export function Start() {
  return (
    <div class="cards" aria-label="Where to start">
      <p>
        Paste a tool, a <code>tools/list</code> result or a JSON Schema; drop files anywhere. Or start with one of
        these:
      </p>
      {CARDS.map(([id, title, about]) => (
        <button key={id} type="button" class="card" onClick={() => tryExample(id)}>
          <strong>{title}</strong>
          <span>{about}</span>
        </button>
      ))}
    </div>
  );
}
