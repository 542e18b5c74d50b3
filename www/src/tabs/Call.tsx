// The way back: a call as the model makes it, and what the server gets.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Button, CopyButton, Prose, Segments, count } from "../app/parts";
import type { RestoredCall } from "../engine/protocol";
import { engineNow } from "../state/session";
import * as state from "../state/state";

const way = signal<"restore" | "encode" | "stream">("restore");

export function Call() {
  return (
    <>
      <div class="bar">
        <Segments label="Direction" value={way.value} options={[["restore", "A call of the model"], ["encode", "A call of the history"], ["stream", "A streamed answer"]]} choose={(id) => (way.value = id)} />
        {state.choices.value.mode === "drop-in" && (
          <span class="quiet">In drop-in mode calls come back as they are. <Button onClick={() => (state.choices.value = { ...state.choices.value, mode: "round-trip" })}>Use round-trip</Button></span>
        )}
      </div>
      {way.value === "restore" && <Restore />}
      {way.value === "encode" && <Encode />}
      {way.value === "stream" && <Stream />}
    </>
  );
}

const call = signal("");
const drawnFor = signal<unknown>(undefined);
const seed = signal(1);
const restored = signal<RestoredCall | { failed: string } | undefined>(undefined);

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

async function draw(careless: boolean): Promise<void> {
  const tool = state.toolIndex.peek();
  seed.value += 1;
  drawnFor.value = state.detail.peek();
  try {
    call.value = await engineNow().ask("draw", { tool, careless, seed: seed.peek() });
  } catch (error) {
    restored.value = { failed: message(error) };
  }
}

function Restore() {
  const detail = state.detail.value;
  const text = call.value;
  useEffect(() => {
    if (detail && drawnFor.peek() !== detail) void draw(false);
  }, [detail]);
  useEffect(() => {
    let current = true;
    if (!detail || text.trim() === "") return;
    engineNow().ask("restore", { tool: detail.index, call: text })
      .then((answer) => current && (restored.value = answer))
      .catch((error: unknown) => current && (restored.value = { failed: message(error) }));
    return () => {
      current = false;
    };
  }, [text, detail]);
  const answer = restored.value;
  return (
    <div class="call">
      <TextBox label="The model's call" text={text} change={(next) => (call.value = next)}>
        <Button onClick={() => void draw(false)}>Draw a neat call</Button>
        <Button onClick={() => void draw(true)}>Draw a careless call</Button>
      </TextBox>
      <div class="call-steps">
        <h3>On the way</h3>
        {answer && "steps" in answer && (answer.steps.length === 0
          ? <p class="quiet">Nothing has to be undone in this call.</p>
          : <ol>{answer.steps.map(({ path, text }, index) => <li key={index}>{path && <><code>{path}</code>: </>}{text}</li>)}</ol>)}
        {answer && "misfits" in answer && answer.misfits.map(({ pointer, message }) => (
          <p key={pointer + message} class="misfit"><code>{pointer || "the whole"}</code> passed on as it came: <Prose text={message} /></p>
        ))}
      </div>
      <div class="call-result" aria-live="polite">
        {answer && "failed" in answer && <p class="notice">This is no call: {answer.failed}.</p>}
        {answer && "args" in answer && (
          <>
            <div class="bar"><h3>What the server gets</h3><CopyButton text={() => answer.args} /></div>
            <pre tabIndex={0} aria-label="Restored arguments">{answer.args}</pre>
            <Validity errors={answer.errors} />
          </>
        )}
      </div>
    </div>
  );
}

function Validity({ errors }: { errors: { pointer: string; message: string }[] }) {
  if (errors.length === 0) return <p class="valid"><span aria-hidden="true">✓</span> Valid for the tool's own schema.</p>;
  return (
    <div class="invalid">
      <p><span aria-hidden="true">✕</span> Not valid for the tool's own schema, in {count(errors.length, "place")}:</p>
      <ul>{errors.slice(0, 20).map(({ pointer, message }, index) => <li key={index}><code>{pointer || "the whole"}</code>: {message}</li>)}</ul>
    </div>
  );
}

function TextBox({ label, text, change, children }: { label: string; text: string; change(text: string): void; children?: preact.ComponentChildren }) {
  return (
    <div class="text-box">
      <div class="bar"><h3><label for={`box-${label}`}>{label}</label></h3><span class="actions">{children}</span></div>
      <textarea id={`box-${label}`} spellcheck={false} autocomplete="off" wrap="off" value={text} onInput={(event) => change(event.currentTarget.value)} />
    </div>
  );
}

const args = signal("{}");
const encoded = signal<{ text: string; misfits: string[] }>({ text: "", misfits: [] });

function Encode() {
  const detail = state.detail.value;
  const text = args.value;
  useEffect(() => {
    let current = true;
    if (!detail) return;
    engineNow().ask("encode", { tool: detail.index, args: text })
      .then(({ call, misfits }) => current && (encoded.value = { text: call, misfits: misfits.map(({ pointer, message }) => `${pointer || "the whole"}: ${message}`) }))
      .catch((error: unknown) => current && (encoded.value = { text: "", misfits: [message(error)] }));
    return () => {
      current = false;
    };
  }, [text, detail]);
  const answer = restored.value;
  return (
    <div class="call two">
      <TextBox label="Arguments as the server takes them" text={text} change={(next) => (args.value = next)}>
        {answer && "args" in answer && <Button onClick={() => (args.value = answer.args)}>Take the restored ones</Button>}
      </TextBox>
      <div class="call-result" aria-live="polite">
        <div class="bar"><h3>For the history of the chat</h3><CopyButton text={() => encoded.value.text} /></div>
        {encoded.value.text && <pre tabIndex={0} aria-label="Encoded call">{encoded.value.text}</pre>}
        {encoded.value.misfits.map((text) => <p key={text} class="misfit"><Prose text={text} /></p>)}
      </div>
    </div>
  );
}

const answerText = signal("");
const pieces = signal<{ chunks: string[]; issues: string[] } | { failed: string } | undefined>(undefined);
const PIECE = 80;

/** The events of a stream are its pieces; another text is cut anywhere. */
export function piecesOf(text: string): string[] {
  const events = text.match(/data:[^]*?(?:\r?\n\r?\n|$)/g);
  return events ?? text.match(new RegExp(`[^]{1,${PIECE}}`, "g")) ?? [];
}

function Stream() {
  const detail = state.detail.value;
  const chunks = piecesOf(answerText.value);
  useEffect(() => {
    let current = true;
    if (chunks.length === 0) return;
    engineNow().ask("stream", { chunks }).then((answer) => current && (pieces.value = answer)).catch((error: unknown) => current && (pieces.value = { failed: message(error) }));
    return () => {
      current = false;
    };
  }, [answerText.value, detail]);
  const example = () => {
    const functionCall = call.peek().trim() || `{"name": ${JSON.stringify(detail?.name ?? "")}, "args": {}}`;
    answerText.value = `data: {"candidates":[{"content":{"parts":[{"text":"I will call it."}]}}]}\n\ndata: {"candidates":[{"content":{"parts":[{"functionCall":${oneLine(functionCall)}}]}}]}\n\n`;
  };
  const answer = pieces.value;
  return (
    <div class="call two">
      <TextBox label="The answer as it is streamed" text={answerText.value} change={(next) => (answerText.value = next)}>
        <Button onClick={example}>Make one of the call</Button>
      </TextBox>
      <div class="call-result" aria-live="polite">
        <h3>What the client reads, piece by piece</h3>
        {answer && "failed" in answer && <p class="misfit">{answer.failed}</p>}
        {answer && "chunks" in answer && chunks.length > 0 && (
          <ol class="pieces">
            {answer.chunks.map((text, index) => (
              <li key={index}><span class="quiet">{index < chunks.length ? `after ${chunks[index]?.length} characters` : "at the end"}</span><pre>{text || "nothing yet"}</pre></li>
            ))}
          </ol>
        )}
        {answer && "issues" in answer && answer.issues.map((text) => <p key={text} class="misfit"><Prose text={text} /></p>)}
      </div>
    </div>
  );
}

/** Line ends in JSON are between values: without them it is the same. */
const oneLine = (text: string) => text.replace(/\s*\n\s*/g, " ");
