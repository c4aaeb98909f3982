/** A button that keeps the focus when it becomes disabled or busy. */
import { type ReactNode, useState } from "react";
import { Button, type ButtonProps, ProgressBarContext, useSlottedContext } from "react-aria-components";
import { useTexts } from "../texts/language.tsx";

interface ActionButtonProps extends Omit<ButtonProps, "children" | "isPending" | "onFocusChange"> {
  /** Whether its action is in progress: presses are ignored, and the button's name includes the state. */
  readonly isBusy?: boolean;
  readonly children: ReactNode;
}

export function ActionButton({ isDisabled = false, isBusy = false, children, ...rest }: ActionButtonProps) {
  const [isFocused, setIsFocused] = useState(false);
  // A disabled element loses the focus, and then Esc no longer reaches its dialog; a pending button ignores presses but
  // keeps the focus.
  const keepsFocus = isDisabled && isFocused;
  return (
    <Button
      {...rest}
      isDisabled={isDisabled && !isFocused}
      isPending={isBusy || keepsFocus}
      onFocusChange={setIsFocused}
    >
      {children}
      {isBusy && <InProgress />}
    </Button>
  );
}

/** The part of the button's name that announces the progress. */
function InProgress() {
  const { texts } = useTexts();
  return (
    <span className="unseen" id={useSlottedContext(ProgressBarContext)?.id}>
      {texts.inProgress}
    </span>
  );
}
