import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { showDialog } from "../../state/actions.ts";
import { openText } from "../../state/opening.ts";
import { Button } from "../parts/Button.tsx";
import { Modal } from "../parts/Modal.tsx";
import "./dialogs.css";

/** A place to paste or type the text of a session. */
export function Paste(): JSX.Element {
  const box = useRef<HTMLTextAreaElement>(null);
  const [empty, setEmpty] = useState(true);
  const open = (): void => {
    const text = box.current?.value ?? "";
    showDialog(null);
    void openText(text);
  };
  return (
    <Modal title="Paste text" onClose={() => showDialog(null)}>
      <form
        class="dialogs-paste"
        onSubmit={(event) => {
          event.preventDefault();
          open();
        }}
      >
        <label>
          The lines of a session file, from its first line on
          <textarea
            ref={box}
            data-first
            spellcheck={false}
            autocomplete="off"
            wrap="off"
            placeholder='{"type":"session", …}'
            onInput={(event) => setEmpty(event.currentTarget.value.trim() === "")}
          />
        </label>
        <div class="dialogs-actions">
          <Button look="quiet" onClick={() => showDialog(null)}>
            Cancel
          </Button>
          <Button look="primary" disabled={empty} onClick={open}>
            Open
          </Button>
        </div>
      </form>
    </Modal>
  );
}
