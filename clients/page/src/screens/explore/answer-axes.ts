/** The axes of good answers: the sliders that vary, then headline numbers. */
import { quantilesOf } from "@etesian/explore";
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import type { Workspace } from "../session-context.tsx";
import { columnOf, type VariedSetting } from "./answer-rows.ts";
import type { Axis } from "./parallel-axes.ts";

/** Axes of sliders in the order of `varied`, then of numbers over all their figures. */
export function axesOf(
  result: SweepResult,
  varied: readonly VariedSetting[],
  numbers: readonly HeadlineNumber[],
  { model, inputs }: Pick<Workspace, "model" | "inputs">,
): readonly Axis[] {
  const sliders = varied.map(({ key, column, from, to }): Axis => {
    const slider = model.sliders.get(key);
    return {
      key,
      isFigure: false,
      title: slider?.title ?? key,
      unit: slider?.unit ?? inputs.get(key)?.unit ?? "",
      factor: slider?.factor ?? 1,
      values: result.settings[column]!,
      from,
      to,
      commonRange: null,
    };
  });
  const figures = numbers.map(({ query, title, unit, factor }): Axis => {
    const values = columnOf(result, query);
    const [from = 0, to = 1] = quantilesOf(values, [0, 1]);
    return { key: query, isFigure: true, title, unit, factor, values, from, to, commonRange: null };
  });
  return [...sliders, ...figures];
}
