/** A value to type, with a decimal comma or point. */
import { useRef, useState } from "react";
import { Input, TextField } from "react-aria-components";
import { typed } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";

export function ValueField({
  label,
  text,
  onValue,
  isDisabled = false,
}: {
  readonly label: string;
  readonly text: string;
  readonly onValue: (value: number) => void;
  readonly isDisabled?: boolean;
}) {
  const { language } = useTexts();
  const [draft, setDraft] = useState<string | null>(null);
  const isGivenUp = useRef(false);
  const take = (): void => {
    const next = draft === null || draft === text || isGivenUp.current ? null : typed(draft, language);
    isGivenUp.current = false;
    setDraft(null);
    if (next !== null) onValue(next);
  };
  return (
    <TextField aria-label={label} value={draft ?? text} onChange={setDraft} onBlur={take} isDisabled={isDisabled}>
      <Input
        className="field"
        inputMode="decimal"
        onFocus={(event) => event.currentTarget.select()}
        onKeyDown={(event) => {
          if (event.key !== "Enter" && event.key !== "Escape") return;
          isGivenUp.current = event.key === "Escape";
          event.currentTarget.blur();
        }}
      />
    </TextField>
  );
}
