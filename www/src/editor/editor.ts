// A CodeMirror editor in a shadow root: there its styles are sheets of the root, which a strict policy allows.

import { defaultKeymap, history, historyKeymap, isolateHistory } from "@codemirror/commands";
import { json } from "@codemirror/lang-json";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { type Diagnostic, lintGutter, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { type ChangeSet, EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  type ViewUpdate,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { escaped, UNFIT } from "../visible";
import { theme } from "./theme";

export interface Range {
  from: number;
  to: number;
}

export interface Options {
  text: string;
  label: string;
  readOnly?: boolean;
  /** Whether long lines are broken instead of scrolled. */
  wrap?: boolean;
  /** The text that somebody made, and whether nothing is left of the one before. */
  changed?(text: string, isOther: boolean): void;
  caret?(position: number): void;
}

export interface Editor {
  setText(text: string): void;
  setProblems(problems: Diagnostic[]): void;
  /** Shades a place; `reveal` brings it into view, `focus` puts the caret there. */
  mark(range: Range | undefined, how?: { reveal?: boolean; focus?: boolean }): void;
  focus(): void;
  destroy(): void;
}

export type Problem = Diagnostic;

const colors = HighlightStyle.define([
  { tag: tags.propertyName, color: "var(--code-name)" },
  { tag: tags.string, color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--code-value)" },
  { tag: tags.invalid, color: "var(--error)" },
]);

/** A place of several lines is shown by its first one, its indentation aside. */
function onOneLine({ doc }: EditorState, { from, to }: Range): Range {
  const line = doc.lineAt(Math.min(from, doc.length));
  return to <= line.to ? { from, to } : { from: line.from + line.text.search(/\S|$/), to: line.to };
}

/** The problems with a sign in the gutter; the others are only underlined. */
const grave = (problems: readonly Diagnostic[]) =>
  problems.filter(({ severity }) => severity === "error" || severity === "warning");

const setMark = StateEffect.define<Range | undefined>();
const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(decorations, transaction) {
    let next = decorations.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setMark)) next = effect.value ? shaded(transaction.state, effect.value) : Decoration.none;
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});
const [LINE, TEXT] = [Decoration.line({ class: "marked" }), Decoration.mark({ class: "marked-text" })];

/** A place within a line is shaded itself, a longer one by its lines. */
function shaded({ doc }: EditorState, { from, to }: Range): DecorationSet {
  const [first, last] = [doc.lineAt(from).number, doc.lineAt(to).number];
  if (first === last) return Decoration.set([TEXT.range(from, to)]);
  return Decoration.set(
    Array.from({ length: last - first + 1 }, (_, index) => LINE.range(doc.line(first + index).from)),
  );
}

/** In the place of a character that is not seen, or reorders the line: how JSON has it. */
function special(code: number, description: string | null): HTMLElement {
  const sign = document.createElement("span");
  sign.className = "cm-specialChar";
  sign.title = description ?? "";
  sign.textContent = escaped(String.fromCharCode(code));
  return sign;
}

const extensionsOf = ({ label, readOnly, wrap }: Options): Extension => [
  lineNumbers(),
  foldGutter(),
  history(),
  drawSelection(),
  bracketMatching(),
  highlightSelectionMatches(),
  highlightSpecialChars({ addSpecialChars: UNFIT, render: special }),
  json(),
  syntaxHighlighting(colors),
  theme,
  marked,
  readOnly
    ? EditorState.readOnly.of(true)
    : [lintGutter({ markerFilter: grave }), placeholder("Paste tools or a JSON Schema")],
  wrap ? EditorView.lineWrapping : [],
  keymap.of([...searchKeymap.filter(({ key }) => key !== "F3"), ...historyKeymap, ...foldKeymap, ...defaultKeymap]),
  EditorView.contentAttributes.of({
    "aria-label": label,
    tabindex: "0",
    spellcheck: "false",
    autocapitalize: "off",
  }),
];

/** Tells what the user did: another text, or another place chosen in it. */
function tell({ docChanged, changes, selectionSet, state, transactions }: ViewUpdate, options: Options): void {
  const { changed, caret } = options;
  if (docChanged) changed?.(state.doc.toString(), isWhole(changes));
  else if (selectionSet && transactions.some((transaction) => transaction.isUserEvent("select"))) {
    caret?.(state.selection.main.head);
  }
}

/** Whether nothing of the text before is left. */
function isWhole(changes: ChangeSet): boolean {
  let left = changes.length;
  changes.iterChangedRanges((from, to) => (left -= to - from));
  return left === 0;
}

export function createEditor(host: HTMLElement, options: Options): Editor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  root.replaceChildren();
  let quiet = false;
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: options.text,
      extensions: [extensionsOf(options), EditorView.updateListener.of((update) => quiet || tell(update, options))],
    }),
  });
  const silently = (work: () => void) => {
    quiet = true;
    work();
    quiet = false;
  };
  const within = ({ from, to }: Range): Range | undefined => {
    const end = view.state.doc.length;
    return from < to && from < end ? { from, to: Math.min(to, end) } : undefined;
  };
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return;
      silently(() =>
        view.dispatch({
          changes: { from: 0, to: view.state.doc.length, insert: next },
          annotations: isolateHistory.of("full"),
        }),
      );
      view.scrollDOM.scrollTop = 0;
    },
    setProblems(problems) {
      const known = problems.flatMap((problem) => {
        const place = within(onOneLine(view.state, problem));
        return place ? [{ ...problem, ...place }] : [];
      });
      view.dispatch(setDiagnostics(view.state, known));
    },
    mark(range, { reveal = false, focus = false } = {}) {
      const place = range && within(range);
      const effects: StateEffect<unknown>[] = [setMark.of(place)];
      if (place && reveal) effects.push(EditorView.scrollIntoView(place.from, { y: "center" }));
      silently(() =>
        view.dispatch({ effects, ...(place && focus ? { selection: { anchor: place.from, head: place.to } } : {}) }),
      );
      if (place && focus) view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
