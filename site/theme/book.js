// Runs in the head: what mdBook's own scripts ask for, and the theme before anything is drawn.

const root = document.documentElement;
const { root: path_to_root, searchIndex } = root.dataset;
window.path_to_root = path_to_root;
window.path_to_searchindex_js = searchIndex;
/** Whether a key is meant for a field rather than for a shortcut. */
window.mdbook_something_else_has_focus = ({ target }) => target instanceof Element && target.matches("input, select, textarea");

/** What the reader chose, here or on the page beside, which keeps more under this name. */
const LOOK = "lapidary:look";

function look() {
  try {
    return JSON.parse(localStorage.getItem(LOOK)) ?? {};
  } catch {
    return {};
  }
}

function setTheme(theme) {
  root.dataset.theme = theme;
  try {
    localStorage.setItem(LOOK, JSON.stringify({ ...look(), theme }));
  } catch {
    // The choice holds for this page.
  }
}

root.dataset.theme = look().theme ?? "system";

function offerThemes() {
  const select = document.getElementById("theme");
  select.value = root.dataset.theme;
  select.addEventListener("change", () => setTheme(select.value));
}

function offerContents() {
  const button = document.getElementById("contents");
  const show = (open) => {
    root.classList.toggle("contents-open", open);
    button.setAttribute("aria-expanded", String(open));
  };
  button.addEventListener("click", () => show(!root.classList.contains("contents-open")));
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") show(false);
  });
}

/** What the page takes as an example, and what it is set to. */
const EXAMPLES = {
  ".source": {},
  ".input": { target: "gemini-api", mode: "round-trip" },
  '[class$=".json"]:not([class$="calls.json"])': {},
};

/** The address of the page with a document in it: see www/src/share. */
async function example(state) {
  const text = JSON.stringify({ v: 1, ...state });
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const code = btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return `${path_to_root}../index.html#v1=${code}`;
}

function button(text, press) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", () => press(made));
  made.addEventListener("blur", () => (made.textContent = text));
  return made;
}

/** Above the code, not over it: some of it is as wide as the screen. */
function offerCode() {
  for (const block of document.querySelectorAll("pre > code")) {
    const text = block.textContent;
    const bar = document.createElement("div");
    bar.className = "code-bar";
    bar.append(button("Copy", (copy) => copyTo(copy, text, block)));
    for (const [kind, choices] of Object.entries(EXAMPLES)) {
      if (!block.matches(`.language-json${kind}`)) continue;
      bar.append(button("Open in the page", async () => location.assign(await example({ input: text, ...choices }))));
    }
    block.parentElement.before(bar);
  }
}

async function copyTo(copy, text, block) {
  try {
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
  } catch {
    getSelection().selectAllChildren(block);
    copy.textContent = "Selected";
  }
}

/** Code in a language that is named; that which has none stays as it is. */
function highlight() {
  for (const block of document.querySelectorAll('pre > code[class*="language-"]')) {
    if (!block.matches(".language-text, .language-console")) window.hljs.highlightBlock(block);
  }
}

/** Tables and code scroll by themselves, and so have to be reached by keyboard. */
function reachScrolling() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
  }
}

document.addEventListener("DOMContentLoaded", () => {
  offerThemes();
  offerContents();
  offerCode();
  highlight();
  reachScrolling();
});
