import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { showDialog } from "../../state/actions.ts";
import { COMMANDS, isPossible, type Command } from "../keys/commands.ts";
import { spelled } from "../keys/keyboard.ts";
import { Icon } from "../parts/Icon.tsx";
import { Keys } from "../parts/Keys.tsx";
import { Modal } from "../parts/Modal.tsx";
import { bestFirst } from "./match.ts";
import "./dialogs.css";

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => (at + 1) % count,
  ArrowUp: (at, count) => (at - 1 + count) % count,
};

/** Every command by name. */
export function Palette(): JSX.Element {
  const [words, setWords] = useState("");
  const [at, setAt] = useState(0);
  const possible = COMMANDS.filter((command) => command.keyOnly !== true && isPossible(command));
  const found = bestFirst(possible, words);
  const run = (command: Command | undefined): void => {
    if (command === undefined) return;
    showDialog(null);
    command.run();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const move = moves[event.key];
    if (move !== undefined && found.length > 0) setAt(move(at, found.length));
    else if (event.key === "Enter") run(found[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <Modal title="Commands" bare onClose={() => showDialog(null)}>
      <div class="dialogs-ask">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          data-first
          aria-label="Command"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={found.length === 0 ? undefined : `palette-${at}`}
          autocomplete="off"
          spellcheck={false}
          placeholder="What to do"
          value={words}
          onInput={(event) => {
            setWords(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <PaletteList found={found} at={at} run={run} />
      {found.length === 0 && <p class="dialogs-nothing">No command has these words.</p>}
    </Modal>
  );
}

interface PaletteListProps {
  readonly found: readonly Command[];
  readonly at: number;
  readonly run: (command: Command) => void;
}

function PaletteList({ found, at, run }: PaletteListProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
  }, [at, found.length]);
  return (
    <div class="dialogs-list" id="palette-list" role="listbox" aria-label="Commands" tabIndex={-1} ref={list}>
      {found.map((command, index) => (
        // The input has the focus and the keys; this is for pointers.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={command.name}
          id={`palette-${index}`}
          class="dialogs-option"
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onClick={() => run(command)}
        >
          <span>{command.name}</span>
          {command.keys?.slice(0, 1).map((keys) => (
            <Keys key={keys} of={spelled(keys)} />
          ))}
        </div>
      ))}
    </div>
  );
}
