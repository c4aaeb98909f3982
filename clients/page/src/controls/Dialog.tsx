/** A dialog that keeps the focus when its focused element is removed. */
import { Dialog as AriaDialog, type DialogProps } from "react-aria-components";

export function Dialog(props: DialogProps) {
  return <AriaDialog {...props} ref={keepFocus} />;
}

/**
 * The browser moves the focus of a removed element to the page's body, where Esc no longer reaches the dialog. This
 * function moves it to the dialog instead.
 *
 * @returns a function that stops observing
 */
function keepFocus(dialog: HTMLElement | null): (() => void) | undefined {
  if (dialog === null) return undefined;
  let focused: EventTarget | null = null;
  const onFocus = (event: FocusEvent): void => void (focused = event.target);
  const observer = new MutationObserver(() => {
    const isRemoved = focused instanceof Node && !focused.isConnected;
    if (isRemoved && document.activeElement === document.body) dialog.focus();
  });
  dialog.addEventListener("focusin", onFocus);
  observer.observe(dialog, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    dialog.removeEventListener("focusin", onFocus);
  };
}
