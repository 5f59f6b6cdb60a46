import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Button } from "./Button.tsx";
import "./parts.css";

interface ModalProps {
  readonly title: string;
  readonly onClose: () => void;
  /** The title is for screen readers only, and there is no close button: Esc and a click beside it close it. */
  readonly bare?: boolean;
  readonly children: ComponentChildren;
}

/** A dialog over the page. The browser keeps the focus inside, gives it back afterwards and closes it on Esc. */
export function Modal({ title, onClose, bare = false, children }: ModalProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element !== null && !element.open) {
      element.showModal();
      // Not the close button, which comes first: what the dialog is for, or the dialog itself, so that arrows scroll it.
      (element.querySelector<HTMLElement>("[data-first]") ?? element).focus();
    }
    return () => element?.close();
  }, []);
  const onClick = (event: MouseEvent): void => {
    // Only the backdrop is the dialog itself: everything in it lies in its body.
    if (event.target === dialog.current) onClose();
  };
  return (
    // A click beside the dialog closes it; keys have Esc and the close button.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      class={`parts-modal${bare ? " parts-modal-bare" : ""}`}
      aria-label={title}
      tabIndex={-1}
      ref={dialog}
      onClick={onClick}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
    >
      <div class="parts-modal-body">
        {!bare && (
          <header class="parts-modal-head">
            <h2>{title}</h2>
            <Button look="quiet" icon="close" label="Close" onClick={onClose} />
          </header>
        )}
        {children}
      </div>
    </dialog>
  );
}
