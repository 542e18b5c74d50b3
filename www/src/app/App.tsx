import { Findings } from "../findings/Findings";
import * as state from "../state/state";
import { Header } from "./Header";
import { InputPane } from "./InputPane";
import { useLater } from "./Later";
import { Notices } from "./Notices";
import { Panes } from "./Panes";
import { Result } from "./Result";
import { Verdict } from "./Verdict";

const start = () => import("./Start").then(({ Start }) => Start);
const dialogs = () => import("../dialogs/Dialogs").then(({ Dialogs }) => Dialogs);

export function App() {
  const isEmpty = state.text.value.trim() === "";
  const Start = useLater(isEmpty, start);
  const Dialogs = useLater(state.dialog.value !== undefined, dialogs);
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
              {isEmpty ? (
                Start && <Start />
              ) : (
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
            `Lapidary ${state.about.value.version} · facts of ${state.about.value.targets[0]?.dated} · `}
          <a href="./docs/">Documentation</a>
        </p>
      </footer>
      {Dialogs && <Dialogs />}
    </>
  );
}
