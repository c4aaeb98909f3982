/** A multi-line text field that completes the word before the caret. */
import { type KeyboardEvent, type TextareaHTMLAttributes, useId, useLayoutEffect, useRef, useState } from "react";
import "../styles/completed-text.css";
import { applyCompletion, type Completion, type Completions } from "./completion.ts";

interface CompletedTextProps extends Pick<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  "aria-label" | "aria-describedby" | "aria-invalid" | "autoFocus" | "className" | "placeholder" | "rows" | "spellCheck"
> {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Null if there is nothing to complete at the caret. */
  readonly complete: (text: string, caret: number) => Completions | null;
  readonly optionsLabel: string;
  /** Called on Ctrl-Enter. */
  readonly onSubmit?: () => void;
}

export function CompletedText({
  value,
  onChange,
  complete,
  optionsLabel,
  onSubmit,
  className = "",
  ...attributes
}: CompletedTextProps) {
  /** The caret after the latest input; null while nothing is completed. */
  const [caret, setCaret] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const nextCaret = useRef<number | null>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const completions = caret === null ? null : complete(value, caret);
  const options = completions?.options ?? [];
  const activeOption = options[Math.min(active, options.length - 1)];
  const optionId = (key: string): string => `${listId}-${key}`;

  // React would move the caret to the end of text that it sets.
  useLayoutEffect(() => {
    if (nextCaret.current !== null) field.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });
  const choose = ({ insert }: Completion): void => {
    if (caret === null || completions === null) return;
    const next = applyCompletion(value, { start: completions.start, caret }, insert);
    nextCaret.current = next.caret;
    onChange(next.text);
    setCaret(null);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isConfirmed = (event.key === "Enter" || event.key === "Tab") && !event.shiftKey && !event.ctrlKey;
    if (activeOption !== undefined && step !== undefined) setActive((active + step + options.length) % options.length);
    else if (activeOption !== undefined && isConfirmed) choose(activeOption);
    else if (activeOption !== undefined && event.key === "Escape") setCaret(null);
    else if (onSubmit !== undefined && event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
    else return;
    event.preventDefault();
    // Escape would also close the dialog around the field.
    event.stopPropagation();
  };
  return (
    <div className={`completedText ${className}`}>
      <textarea
        ref={field}
        {...attributes}
        aria-autocomplete="list"
        aria-controls={activeOption === undefined ? undefined : listId}
        aria-activedescendant={activeOption === undefined ? undefined : optionId(activeOption.key)}
        value={value}
        onChange={({ target }) => {
          onChange(target.value);
          setCaret(target.selectionStart);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => setCaret(null)}
      />
      {activeOption !== undefined && (
        <ul id={listId} role="listbox" aria-label={optionsLabel} className="completions">
          {options.map((option) => (
            <li
              key={option.key}
              id={optionId(option.key)}
              role="option"
              aria-selected={option === activeOption}
              // A press on an option must not take the focus from the field.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(option);
              }}
            >
              {option.label}
              {option.detail !== undefined && option.detail !== null && <span className="quiet"> {option.detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
