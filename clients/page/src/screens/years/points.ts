/** The scenarios of the path with their numbers, in the order of their years. */
import type { Answer } from "../../calculation/calculator.ts";
import { sortByYear, yearNames } from "../../calculation/paths.ts";
import { useComparedScenarios } from "../compare/compared.ts";
import { useSession } from "../session-context.tsx";

export interface YearPoint {
  readonly id: number;
  readonly endYear: number;
  readonly area: string;
  /** The year, and the scenario ID if another one has the same year. */
  readonly name: string;
  /** Null until it has been calculated. */
  readonly answer: Answer | null;
}

export function useYearPoints(): readonly YearPoint[] {
  const stored = useSession((state) => state.scenario);
  const ownAnswer = useSession((state) => state.answer);
  const others = useComparedScenarios();
  const points = sortByYear([
    { ...stored, answer: ownAnswer },
    ...others.flatMap(({ stored: other, answer }) => (other === null ? [] : [{ ...other, answer }])),
  ]);
  const names = yearNames(points);
  return points.map(({ id, endYear, area, answer }, index) => ({ id, endYear, area, answer, name: names[index]! }));
}
