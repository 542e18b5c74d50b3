import type { Rule, Target } from "lapidary/slim";
import { byId, h, prose } from "./dom";
import { Engine } from "./engine/client";
import type { About, Answer } from "./engine/protocol";
import example from "./example.json?raw";
import { input, select } from "./view/input";
import { clearIssues, showIssues } from "./view/issues";
import { showDiff, showOutput } from "./view/output";
import { tabs } from "./view/tabs";

const TYPING_PAUSE = 120;
const COPIED_FOR = 1_500;

const target = byId<HTMLSelectElement>("target");
const copy = byId<HTMLButtonElement>("copy");
const readAs = byId("read-as");
const tab = tabs();

let about: About | undefined;
let rules = new Map<string, Rule>();
let answer: Answer | undefined;

const engine = new Engine({ ready, busy, done, failed, unavailable });

function ready(news: About): void {
  about = news;
  rules = new Map(about.rules.map((rule) => [rule.code, rule]));
  byId("version").textContent = `version ${about.version}`;
  if (target.options.length === 0) {
    target.append(...about.targets.map(({ id }) => new Option(id)));
    target.disabled = false;
    describeTarget();
    run();
  }
}

function run(): void {
  notice("");
  engine.run(input.value, target.value ? { target: target.value as Target["id"] } : {});
}

function busy(): void {
  document.body.ariaBusy = "true";
}

function settle(next: Answer | undefined): void {
  answer = next;
  copy.disabled = !answer?.result.output;
  document.body.ariaBusy = "false";
}

function done(next: Answer): void {
  settle(next);
  const { result, unified, milliseconds } = next;
  const took = milliseconds < 10 ? milliseconds.toFixed(1) : Math.round(milliseconds).toLocaleString("en");
  readAs.textContent = `read as: ${result.readAs || "neither a schema nor tools"} (${took} ms)`;
  showOutput(result.output ?? "");
  showDiff(unified);
  showIssues(result, rules, { select });
}

function failed(message: string): void {
  settle(undefined);
  notice(`No result: ${message}. The text is still here; change it, or try the command line on it.`);
  readAs.textContent = "";
  showOutput("");
  showDiff("");
  clearIssues("");
}

function unavailable(message: string): void {
  settle(undefined);
  readAs.textContent = "";
  const again = h("button", { type: "button", onclick: () => location.reload() }, "Reload");
  notice(`The engine could not be loaded (${message}). It needs WebAssembly and module workers. `, again);
}

function notice(...content: (string | Node)[]): void {
  const box = byId("notice");
  box.replaceChildren(...content);
  box.hidden = content.length === 1 && content[0] === "";
}

function describeTarget(): void {
  const chosen = about?.targets.find(({ id }) => id === target.value);
  const told = chosen ? prose(`${chosen.summary} (facts of ${chosen.dated})`) : [];
  byId("target-summary").replaceChildren(...told);
}

async function copyShown(): Promise<void> {
  const text = tab.current() === "diff" ? answer?.unified : answer?.result.output;
  try {
    await navigator.clipboard.writeText(text ?? "");
    copy.textContent = "Copied";
  } catch {
    copy.textContent = "Not allowed here";
  }
  setTimeout(() => (copy.textContent = "Copy"), COPIED_FOR);
}

function put(text: string): void {
  input.value = text;
  run();
}

let pause: ReturnType<typeof setTimeout> | undefined;
input.addEventListener("input", () => {
  busy();
  clearTimeout(pause);
  pause = setTimeout(run, TYPING_PAUSE);
});
target.addEventListener("change", () => {
  describeTarget();
  run();
});
copy.addEventListener("click", () => void copyShown());
byId("example").addEventListener("click", () => put(example));
byId("clear").addEventListener("click", () => {
  put("");
  input.focus();
});

// A reload keeps what the browser kept of the form; an empty box gets the example.
if (input.value === "") input.value = example;
