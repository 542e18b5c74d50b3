// The way back: a call as the model makes it, and what the server gets.

import { signal } from "@preact/signals";
import { Button, Segments } from "../../app/parts";
import * as state from "../../state/state";
import { Encode } from "./Encode";
import { Restore } from "./Restore";
import { Stream } from "./Stream";
import "./call.css";

const way = signal<"restore" | "encode" | "stream">("restore");

export function Call() {
  return (
    <>
      <div class="bar">
        <Segments
          label="Direction"
          value={way.value}
          options={[
            ["restore", "Model call"],
            ["encode", "History"],
            ["stream", "Streamed response"],
          ]}
          choose={(id) => (way.value = id)}
        />
        {state.choices.value.mode === "drop-in" && (
          <span class="quiet">
            In drop-in mode the server gets the arguments unchanged.{" "}
            <Button onClick={() => (state.choices.value = { ...state.choices.value, mode: "round-trip" })}>
              Use round-trip
            </Button>
          </span>
        )}
      </div>
      {way.value === "restore" && <Restore />}
      {way.value === "encode" && <Encode />}
      {way.value === "stream" && <Stream />}
    </>
  );
}
