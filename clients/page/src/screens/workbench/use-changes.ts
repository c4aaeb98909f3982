/** Moves a slide's sliders, with their share groups and within their ranges. */
import { createContext, useContext } from "react";
import { factorOfTypedUnit, typedUnits } from "@etesian/interface";
import { formatBound, toModelUnit, parseFigure } from "../../figures/figures.ts";
import type { Changes } from "../../calculation/calculator.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { changesOf } from "../../calculation/share-changes.ts";

export interface Locks {
  readonly locked: ReadonlySet<string>;
  readonly lock: (key: string, isOn: boolean) => void;
}

/** Locked members of share groups. */
export const LocksContext = createContext<Locks>({ locked: new Set(), lock: () => {} });

/** The changes that set a slider to a value. */
export function useChanges(): (key: string, value: number) => Readonly<Record<string, number>> {
  const { session, inputs } = useWorkspace();
  const { locked } = useContext(LocksContext);
  return (key, value) => changesOf(key, value, { inputs, valuesAtRest: () => session.valuesAtRest, locked });
}

/**
 * The changes that reset sliders: to the values of the example that the scenario was copied from, otherwise to the
 * area's data.
 */
export function useReset(): (keys: readonly string[]) => Changes {
  const { template } = useWorkspace();
  return (keys) => Object.fromEntries(keys.map((key) => [key, template.get(key) ?? "reset"]));
}

/**
 * Applies a typed figure, in the displayed unit or in the unit that was typed with it. A figure outside the range and
 * invalid text are refused with a message that quotes the bound or the text.
 */
export function useApplyTyped(): (key: string, text: string) => void {
  const { session, inputs, model } = useWorkspace();
  const { texts, language } = useTexts();
  const changes = useChanges();
  return (key, text) => {
    const { unit, unitName, factor } = model.sliders.get(key) ?? { unit: "", unitName: "", factor: 1 };
    const number = parseFigure(text, language);
    if (number === null) {
      session.refuse(key, texts.noFigure(text, typedUnits(unitName, language)));
      return;
    }
    const unitFactor = number.unit === "" ? 1 : factorOfTypedUnit(number.unit, unitName);
    if (unitFactor === null) {
      session.refuse(key, texts.noUnit(number.unit, typedUnits(unitName, language)));
      return;
    }
    const { min = -Infinity, max = Infinity } = inputs.get(key) ?? {};
    const formatBoundWithUnit = (end: "min" | "max", value: number): string =>
      `${formatBound(end, value * factor, language)} ${unit}`.trim();
    const value = toModelUnit(number.value, factor / unitFactor);
    if (value > max) session.refuse(key, texts.atMost(formatBoundWithUnit("max", max)));
    else if (value < min) session.refuse(key, texts.atLeast(formatBoundWithUnit("min", min)));
    else session.set(changes(key, value));
  };
}
