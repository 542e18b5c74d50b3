import { Dialog } from "./Dialog";
import { SHORTCUTS } from "../state/shortcuts";

export function Shortcuts() {
  return (
    <Dialog id="shortcuts" title="Keyboard">
      <dl class="shortcuts">
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
