// Runs in the head: what mdBook's own scripts ask for, and the theme before anything is drawn.

const root = document.documentElement;
const { root: path_to_root, searchIndex } = root.dataset;
window.path_to_root = path_to_root;
window.path_to_searchindex_js = searchIndex;

/** What the reader chose, here or on the page beside; nothing means that the system chooses. */
const THEME = "lapidary-theme";

function stored(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function setTheme(theme) {
  root.dataset.theme = theme;
  try {
    if (theme) localStorage.setItem(THEME, theme);
    else localStorage.removeItem(THEME);
  } catch {
    // The choice holds for this page.
  }
}

root.dataset.theme = stored(THEME);

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

function offerCopies() {
  for (const block of document.querySelectorAll("pre > code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(block.textContent);
        button.textContent = "Copied";
      } catch {
        getSelection().selectAllChildren(block);
        button.textContent = "Selected";
      }
    });
    button.addEventListener("blur", () => (button.textContent = "Copy"));
    block.parentElement.append(button);
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
  offerCopies();
  highlight();
  reachScrolling();
});
