/** Background information about a number or a chart, in a drawer at the side. */
import type { ReactNode } from "react";
import { Button, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { Dialog } from "./Dialog.tsx";
import { useTexts } from "../texts/language.tsx";
import { Icon } from "./icons.tsx";

export interface Fact {
  readonly name: string;
  /** Null if there is none; the fact is then omitted. */
  readonly value: ReactNode;
}

interface DrawerProps {
  readonly title: string;
  /** Rendered while the drawer is open. */
  readonly children: ReactNode;
}

export function FactsButton({ title, children }: DrawerProps) {
  const { texts } = useTexts();
  return (
    <DialogTrigger>
      <Button className="icon small info" aria-label={texts.pane.about(title)}>
        <Icon name="info" size={15} />
      </Button>
      <Drawer title={title}>{children}</Drawer>
    </DialogTrigger>
  );
}

/** @param props.onOpenChange absent if the surrounding trigger opens and closes it */
export function Drawer({
  title,
  children,
  ...openProps
}: DrawerProps & { readonly isOpen?: boolean; readonly onOpenChange?: (isOpen: boolean) => void }) {
  const { texts } = useTexts();
  return (
    <ModalOverlay className="veil" isDismissable {...openProps}>
      <Modal className="drawer">
        <Dialog>
          {({ close }) => (
            <>
              <header>
                <Heading slot="title">{title}</Heading>
                <Button className="icon small" aria-label={texts.pane.close} onPress={close}>
                  <Icon name="close" size={15} />
                </Button>
              </header>
              {children}
            </>
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl>
      {facts
        .filter(({ value }) => value !== null && value !== "")
        .map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
