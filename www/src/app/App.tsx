import { Findings } from "../findings/Findings";
import * as state from "../state/state";
import { Header } from "./Header";
import { InputPane } from "./InputPane";
import { later } from "./Later";
import { Notices } from "./Notices";
import { Panes } from "./Panes";
import { Result } from "./Result";
import { showVisibly } from "./shown";
import { Verdict } from "./Verdict";

const Start = later(() => import("./Start").then(({ Start }) => Start));
const Dialogs = later(
  () => import("../dialogs/Dialogs").then(({ Dialogs }) => Dialogs),
  "",
  () => state.dialog.value !== undefined,
);

showVisibly();

export function App() {
  const isEmpty = state.text.value.trim() === "";
  return (
    <>
      <Header />
      <Notices />
      <main data-pane={state.pane.value} aria-busy={state.progress.value.kind === "working"}>
        <Panes
          input={<InputPane />}
          result={
            <>
              <h2 class="hidden">Result</h2>
              <Verdict />
              {isEmpty && <Start />}
              {!isEmpty && !state.other.value && (
                <>
                  <Result />
                  <Findings />
                </>
              )}
            </>
          }
        />
      </main>
      <footer>
        <p>Everything runs in this browser. Nothing that you paste leaves it.</p>
        <p>
          {state.about.value &&
            `Lapidary ${state.about.value.version} · facts verified ${state.about.value.targets[0]?.dated} · `}
          <a href="./docs/">Documentation</a>
        </p>
      </footer>
      <Dialogs />
    </>
  );
}
