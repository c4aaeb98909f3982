/** Handles the workbench's keyboard shortcuts, and lists them in a drawer. */
import { useEffect } from "react";
import { Heading, Modal, ModalOverlay } from "react-aria-components";
import { useStore } from "zustand";
import { Dialog } from "../../controls/Dialog.tsx";
import { useTexts } from "../../texts/language.tsx";
import { actionOf, ACTIONS } from "./actions.ts";
import { overlay } from "./overlay.ts";
import { useActions } from "./use-actions.ts";

/** Whether the control handles keys itself. A slider's thumb is also an input, but does not accept text. */
export const isTypingTarget = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=range]), select, textarea, [contenteditable], [role=dialog]") !== null;

export function KeyboardShortcuts() {
  const { texts } = useTexts();
  const { shown } = useStore(overlay);
  const run = useActions();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const action = actionOf({
        key: event.key,
        isCommand: event.ctrlKey || event.metaKey,
        isAlt: event.altKey,
        isShift: event.shiftKey,
        isTyping: isTypingTarget(event.target),
      });
      if (action === null) return;
      event.preventDefault();
      run(action);
    };
    window.addEventListener("keydown", onKeyDown);
    return () => window.removeEventListener("keydown", onKeyDown);
  });
  // Overlays close when another scenario opens.
  useEffect(() => () => overlay.setState({ shown: null }), []);
  const rows: readonly (readonly [keys: string, title: string])[] = [
    ...ACTIONS.flatMap(({ id, keys }) => (keys === null ? [] : [[keys, texts.actions[id]] as const])),
    ...texts.pane.shortcutList,
  ];
  return (
    <ModalOverlay
      className="veil"
      isDismissable
      isOpen={shown === "keys"}
      onOpenChange={(isOpen) => overlay.setState({ shown: isOpen ? "keys" : null })}
    >
      <Modal className="drawer keys">
        <Dialog>
          <header>
            <Heading slot="title">{texts.pane.shortcuts}</Heading>
          </header>
          <dl>
            {rows.map(([keys, title]) => (
              <div key={title}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{title}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
