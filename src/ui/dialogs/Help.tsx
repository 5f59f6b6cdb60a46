import type { JSX } from "preact";
import { FATES, type Fate } from "../../core/view/fate.ts";
import { REPORTS } from "../../core/view/report.ts";
import { showDialog } from "../../state/actions.ts";
import { COMMANDS, type Command } from "../keys/commands.ts";
import { spelled } from "../keys/keyboard.ts";
import { FateMark } from "../parts/FateMark.tsx";
import { Keys } from "../parts/Keys.tsx";
import { MIDDLE_NAMES } from "../parts/names.ts";
import { Modal } from "../parts/Modal.tsx";
import "./dialogs.css";

/** One line each; the entry pane has the whole sentence for the entry at hand. */
const fateWords: Readonly<Record<Fate, string>> = {
  "in context": "its message is projected as stored",
  replaced: "projected with the content of a context edit",
  "not sent": "projected, but Pi’s conversion to plain messages drops it",
  checkpoint: "the compaction that stands first: its summary, and its system checkpoint",
  summarised: "before the range that compaction keeps",
  folded: "a system message before it: its effect lives on only in the checkpoint",
  superseded: "an older compaction",
  omitted: "removed by a context edit",
  "no message": "a type that never makes one: a label, a model change, extension state…",
  "other branch": "off the path to the point",
  later: "below the point",
};

const groups: readonly Command["group"][] = ["Move", "Point", "Show", "Find", "Session", "Page"];

function Shortcuts({ group }: { readonly group: Command["group"] }): JSX.Element | null {
  const commands = COMMANDS.filter((command) => command.group === group && command.keys !== undefined);
  if (commands.length === 0) return null;
  return (
    <section class="dialogs-group">
      <h3>{group}</h3>
      <dl>
        {commands.map((command) => (
          <div key={command.name}>
            <dt>
              {command.keys?.map((keys) => (
                <Keys key={keys} of={spelled(keys)} />
              ))}
            </dt>
            <dd>{command.name}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function Help(): JSX.Element {
  return (
    <Modal title="Help" onClose={() => showDialog(null)}>
      <div class="dialogs-help">
        <p class="dialogs-lead">
          The <b>point</b> is the entry whose context is shown: the context at that entry. The <b>selection</b> is the
          entry you read. Selecting never moves the point; Enter does.
        </p>
        <div class="dialogs-columns">
          {groups.map((group) => (
            <Shortcuts key={group} group={group} />
          ))}
          <section class="dialogs-group">
            <h3>In the tree</h3>
            <dl>
              <div>
                <dt>
                  <Keys of="↑ ↓" />
                </dt>
                <dd>Next and previous row</dd>
              </div>
              <div>
                <dt>
                  <Keys of="← →" />
                </dt>
                <dd>Fold and unfold</dd>
              </div>
            </dl>
          </section>
        </div>
        <section class="dialogs-fates">
          <h3>Beside the context</h3>
          <dl>
            {REPORTS.map((report) => (
              <div key={report}>
                <dt>{MIDDLE_NAMES[report][0]}</dt>
                <dd>{MIDDLE_NAMES[report][1]}</dd>
              </div>
            ))}
          </dl>
        </section>
        <section class="dialogs-fates">
          <h3>What became of an entry, at the point</h3>
          <dl>
            {FATES.toReversed().map((fate) => (
              <div key={fate}>
                <dt>
                  <FateMark fate={fate} /> {fate}
                </dt>
                <dd>{fateWords[fate]}</dd>
              </div>
            ))}
          </dl>
        </section>
      </div>
    </Modal>
  );
}
