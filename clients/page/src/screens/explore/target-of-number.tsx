/** A number's target: from the URL, or derived from its document and the scenario. */
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import { formatFigure, parseFigure, formatInFull, roundToFigure } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession } from "../session-context.tsx";
import { ValueField } from "../workbench/ValueField.tsx";
import { useExploreTexts } from "./use-explore-texts.ts";

/** The initial target of a number whose document has none, as a multiple of its current value. */
const INITIAL_FACTORS = { lower: 0.9, higher: 1.1 };

/**
 * @param value the chosen target, in the number's unit
 * @param initialKind the target until one is chosen; `better`: the document's, or a tenth better than the current value
 * @returns the target in the number's unit; null while the current value is unknown
 */
export function useTarget(
  number: HeadlineNumber,
  value: number | null,
  initialKind: "better" | "present" = "better",
): number | null {
  const currentValue = useSession(({ answer }) =>
    answer === null ? null : valueOf(answer, number.query, number, "future"),
  );
  const factor = initialKind === "present" ? 1 : INITIAL_FACTORS[number.better ?? "lower"];
  const scaledValue = currentValue === null ? null : roundToFigure(currentValue * number.factor * factor);
  const initialTarget = initialKind === "present" ? scaledValue : (number.target ?? scaledValue);
  // The initial target stays fixed when the number's value changes.
  const [initial, setInitial] = useState<{ readonly query: string; readonly value: number } | null>(null);
  if (initialTarget !== null && initial?.query !== number.query)
    setInitial({ query: number.query, value: initialTarget });
  return value ?? (initial?.query === number.query ? initial.value : null);
}

export function TargetField({ number, target }: { readonly number: HeadlineNumber; readonly target: number | null }) {
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
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
          label={exploreTexts.targetOf(number.title, number.unit)}
          text={formatFigure(target, language)}
          exact={formatInFull(target, language)}
          onTyped={setTarget}
        />
      )}
      <span className="quiet">{number.unit}</span>
    </>
  );
}
