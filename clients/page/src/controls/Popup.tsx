/** A dialog over the page, with a title and a button that closes it. */
import type { ReactNode } from "react";
import { Button, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Dialog } from "./Dialog.tsx";
import { useTexts } from "../texts/language.tsx";
import { Icon } from "./icons.tsx";

export function Popup({
  title,
  isOpen,
  onClose,
  isAside = false,
  children,
}: {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Whether the dialog covers the sliders next to the charts, instead of opening in the middle. */
  readonly isAside?: boolean;
  readonly children: ReactNode;
}) {
  const { texts } = useTexts();
  return (
    <ModalOverlay
      className="veil"
      isDismissable
      isOpen={isOpen}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Modal className={isAside ? "popup aside" : "popup"}>
        <Dialog>
          <header>
            <Heading slot="title">{title}</Heading>
            <span className="space" />
            <Button className="icon small" aria-label={texts.yours.close} onPress={onClose}>
              <Icon name="close" />
            </Button>
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
