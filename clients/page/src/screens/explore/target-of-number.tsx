/** The target of a number: from the address, or derived from its document and the scenario. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import { formatFigure, parseFigure, formatInFull, roundToFigure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { ValueField } from "../workbench/ValueField.tsx";
import { useExploreWords } from "./use-explore-words.ts";

/** The first target of a number whose document has none, as a factor of its current value. */
const BETTER = { lower: 0.9, higher: 1.1 };

/**
 * @param value the chosen target, in the number's unit
 * @param first the target until one is chosen: `better` is the document's, or a tenth better than the current value
 * @returns the target in the number's unit; null while the current value is unknown
 */
export function useTarget(
  number: HeadlineNumber,
  value: number | null,
  first: "better" | "present" = "better",
): number | null {
  const now = useSession(({ answer }) => (answer === null ? null : valueOf(answer, number.query, number, "future")));
  const part = first === "present" ? 1 : BETTER[number.better ?? "lower"];
  const near = now === null ? null : roundToFigure(now * number.factor * part);
  const own = first === "present" ? near : (number.target ?? near);
  // The first target stays as the number moves.
  const [initial, setInitial] = useState<{ readonly query: string; readonly value: number } | null>(null);
  if (own !== null && initial?.query !== number.query) setInitial({ query: number.query, value: own });
  return value ?? (initial?.query === number.query ? initial.value : null);
}

export function TargetField({ number, target }: { readonly number: HeadlineNumber; readonly target: number | null }) {
  const { language } = useTexts();
  const words = useExploreWords();
  const navigate = useNavigate();
  const setTarget = (text: string): void => {
    const value = parseFigure(text, language)?.value;
    if (value !== undefined)
      void navigate({ to: ".", search: (search) => ({ ...search, target: value }), replace: true });
  };
  return (
    <>
      {target !== null && (
        <ValueField
          label={words.targetOf(number.title, number.unit)}
          text={formatFigure(target, language)}
          exact={formatInFull(target, language)}
          onTyped={setTarget}
        />
      )}
      <span className="quiet">{number.unit}</span>
    </>
  );
}
