/** Keys of the workbench that no control has: `t` shows the chart that is pointed at as a table, `?` lists all keys. */
import { useEffect, useState } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useTexts } from "../../texts/language.tsx";

const isTyped = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest("input, select, textarea, [contenteditable], [role=dialog]") !== null;

export function Keys() {
  const { texts } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyped(event.target)) return;
      if (event.key === "?") setIsOpen(true);
      else if (event.key === "t") {
        const pane = document.activeElement?.closest(".pane") ?? document.querySelector(".pane:hover");
        pane?.querySelector<HTMLElement>("[data-action=table]")?.click();
      } else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, []);
  return (
    <ModalOverlay className="veil" isDismissable isOpen={isOpen} onOpenChange={setIsOpen}>
      <Modal className="drawer keys">
        <Dialog>
          <header>
            <Heading slot="title">{texts.panesMore.keys}</Heading>
          </header>
          <dl>
            {texts.panesMore.keyList.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  <kbd>{keys}</kbd>
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
