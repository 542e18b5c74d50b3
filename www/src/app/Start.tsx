// The page before a text is entered.

import { openFiles } from "../share/files";
import { tryExample } from "../state/example";
import "./start.css";

const CARDS: [id: string, title: string, text: string][] = [
  ["references", '400: Unknown name "$ref"', "References and definitions, as pydantic writes them"],
  ["objects", "The model sent strings instead of objects", "An array without items, which Gemini fills with anything"],
  ["maps", "A map that is always empty", "Undeclared keys, which Gemini has no field for"],
];

export function Start() {
  return (
    <div class="start">
      <div class="drop">
        <p>
          <strong>Paste, or drop files anywhere</strong>
        </p>
        <p class="quiet">
          A tool, a <code>tools/list</code> result, a JSON Schema, or a request to Gemini or in OpenAI's format; also as
          YAML, Python or TypeScript, an OpenAPI document, an <code>mcp.json</code>, a server's URL or command, or an
          API's error
        </p>
        <label class="button">
          Open files…
          <input
            type="file"
            multiple
            class="hidden"
            onChange={(event) => void openFiles(event.currentTarget.files ?? [])}
          />
        </label>
      </div>
      <h3>Or start with an example</h3>
      <div class="cards">
        {CARDS.map(([id, title, about]) => (
          <button key={id} type="button" class="card" onClick={() => tryExample(id)}>
            <strong>{title}</strong>
            <span>{about}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
