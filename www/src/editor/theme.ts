// The editor in the page's colors, which its shadow root inherits.

import { EditorView } from "@codemirror/view";

const PANEL = { background: "var(--surface)", color: "var(--ink)", border: "1px solid var(--line)" };

export const theme = EditorView.theme({
  "&": { height: "100%", background: "var(--surface)", color: "var(--ink)", fontSize: "13px" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "20px", overflow: "auto" },
  ".cm-gutters": { background: "var(--surface)", color: "var(--quiet)", border: "none" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-placeholder": { color: "var(--quiet)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    background: "var(--selection) !important",
  },
  ".cm-selectionMatch": { background: "var(--selection)" },
  ".marked": { background: "var(--marked)", boxShadow: "inset 3px 0 var(--accent)" },
  ".marked-text": { background: "var(--marked)", borderRadius: "2px" },
  "&.cm-focused .cm-matchingBracket": { background: "var(--selection)" },
  ".cm-foldPlaceholder": { background: "var(--raised)", color: "var(--quiet)", border: "1px solid var(--line)" },
  ".cm-foldGutter .cm-gutterElement": { cursor: "pointer" },
  ".cm-specialChar": { color: "var(--error)" },
  ".cm-tooltip": { ...PANEL, borderRadius: "6px", maxWidth: "32rem" },
  ".cm-panels": { ...PANEL, border: "none", fontFamily: "var(--sans)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-textfield, .cm-button": { ...PANEL, backgroundImage: "none", borderRadius: "6px" },
  ".cm-diagnostic": { padding: "4px 8px", whiteSpace: "pre-wrap", fontFamily: "var(--sans)" },
  ".cm-diagnostic-error": { borderLeft: "4px solid var(--error)" },
  ".cm-diagnostic-warning": { borderLeft: "4px solid var(--warning)" },
  ".cm-diagnostic-info": { borderLeft: "4px solid var(--accent)" },
  ".cm-lintRange-error": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--error)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-warning": {
    backgroundImage: "none",
    textDecoration: "underline wavy var(--warning)",
    textUnderlineOffset: "3px",
  },
  ".cm-lintRange-info": {
    backgroundImage: "none",
    textDecoration: "underline dotted var(--quiet)",
    textUnderlineOffset: "3px",
  },
});
