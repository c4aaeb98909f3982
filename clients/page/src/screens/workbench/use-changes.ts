/** How sliders of a slide are moved: with those of their share group, and within their range. */
import { createContext, useContext } from "react";
import { bound, inModelUnit } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { changesOf } from "./giving-way.ts";

export interface Locks {
  readonly locked: ReadonlySet<string>;
  readonly lock: (key: string, isOn: boolean) => void;
}

/** Members of share groups that do not give way. */
export const LocksContext = createContext<Locks>({ locked: new Set(), lock: () => {} });

/** The changes with which a slider takes a value. */
export function useChanges(): (key: string, value: number) => Readonly<Record<string, number>> {
  const { session, inputs } = useWorkspace();
  const { locked } = useContext(LocksContext);
  return (key, value) => changesOf(key, value, { inputs, standing: () => session.standing, locked });
}

/** Takes a number that was typed in the unit on the screen; one outside the range is refused, with the bound. */
export function useTyped(): (key: string, shown: number, unit: string, factor: number) => void {
  const { session, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const changes = useChanges();
  return (key, shown, unit, factor) => {
    const { min = -Infinity, max = Infinity } = inputs.get(key) ?? {};
    const boundOf = (end: "least" | "most", of: number): string =>
      `${bound(end, of * factor, language, 2)} ${unit}`.trim();
    const value = inModelUnit(shown, factor);
    if (value > max) session.refuse(key, texts.atMost(boundOf("most", max)));
    else if (value < min) session.refuse(key, texts.atLeast(boundOf("least", min)));
    else session.set(changes(key, value));
  };
}
