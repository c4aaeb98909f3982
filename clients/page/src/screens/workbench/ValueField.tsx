/** A text field for a value. It accepts a decimal comma or point, and any prefix of its unit. */
import { useLayoutEffect, useRef, useState } from "react";
import { Input, TextField } from "react-aria-components";

export function ValueField({
  label,
  text,
  exact = text,
  onTyped,
  onDone,
  isDisabled = false,
  isOptional = false,
}: {
  readonly label: string;
  readonly text: string;
  /** The value in full, for editing while the field has the focus; absent if the text is already complete. */
  readonly exact?: string;
  /** Called with text that differs from the current text. */
  readonly onTyped: (text: string) => void;
  /**
   * Called after Enter and Escape. With it, the field is not a tab stop: it belongs to a slider, and Enter on the
   * slider moves the focus to it.
   */
  readonly onDone?: (() => void) | undefined;
  readonly isDisabled?: boolean;
  /** Whether empty text is a value. */
  readonly isOptional?: boolean;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const isCancelled = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const isOpen = draft !== null;
  // Selects the text after the full value is rendered, and before the next key press.
  useLayoutEffect(() => {
    if (isOpen) input.current?.select();
  }, [isOpen]);
  const commit = (): void => {
    const isChanged = draft !== null && (isOptional || draft.trim() !== "") && draft !== text && draft !== exact;
    const isCommitted = isChanged && !isCancelled.current;
    isCancelled.current = false;
    setDraft(null);
    if (isCommitted) onTyped(draft);
  };
  return (
    <TextField
      aria-label={label}
      value={draft ?? text}
      onChange={setDraft}
      onBlur={commit}
      isDisabled={isDisabled}
      excludeFromTabOrder={onDone !== undefined}
    >
      <Input
        className="field"
        inputMode="decimal"
        ref={input}
        onFocus={() => setDraft(exact)}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          isCancelled.current = event.key === "Escape";
          event.currentTarget.blur();
          onDone?.();
        }}
      />
    </TextField>
  );
}
