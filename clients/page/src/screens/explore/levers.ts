/** The levers of a scope as factors: sliders over their useful ranges, and share groups. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { rolesOf } from "@etesian/interface";
import type { SweepSpec } from "@etesian/sweep/calculation";
import { visibleRange } from "../../controls/slider-steps.ts";
import { usefulRange } from "../../figures/prefixes.ts";
import { SWITCH } from "../../figures/slider-value.ts";
import { useSession, useWorkspace, type Workspace } from "../session-context.tsx";
import { positionOf } from "../workbench/positions.ts";
import { modelQuery } from "../workbench/queries.ts";
import type { Scope } from "./questions.ts";
import { slidersIn } from "./ScopeChoice.tsx";
import type { SearchedSlider } from "./target-rows.ts";
import type { ViewProps } from "./view.ts";

type Factors = Extract<SweepSpec["factors"], readonly unknown[]>;

/** Fraction by which shares move from their current values towards any other values. */
const GROUP_SPREAD = 0.5;

/** A scope's movable levers, with the useful parts of their ranges; null until the model's documents are loaded. */
export const useLevers = (scope: Scope, slide: ViewProps["slide"]): readonly SearchedSlider[] | null =>
  useRanges(scope, slide, "levers");

/**
 * The movable sliders of a scope: levers with the useful parts of their ranges, and uncertainties with their documented
 * ranges; null until the model's documents are loaded.
 */
export const useSlidersWithRanges = (scope: Scope, slide: ViewProps["slide"]): readonly SearchedSlider[] | null =>
  useRanges(scope, slide, "all");

function useRanges(scope: Scope, slide: ViewProps["slide"], kind: "levers" | "all"): readonly SearchedSlider[] | null {
  const { session, model, inputs, magnitudes } = useWorkspace();
  const { area, endYear } = useSession(({ scenario }) => scenario);
  const version = useSession(({ base }) => base.version);
  const documents = useQuery(modelQuery(area, endYear)).data?.documents;
  return useMemo(() => {
    if (documents === undefined) return null;
    const roles = rolesOf(documents);
    return slidersIn(scope, slide, model.sections)
      .filter((key) => kind === "all" || (roles.get(key) ?? "lever") === "lever")
      .flatMap((key) => withRange(key, documents.uncertainties[key], { session, model, inputs, magnitudes }));
    // A new version has new positions.
  }, [kind, documents, scope, slide, model, inputs, magnitudes, session, version]);
}

function withRange(
  key: string,
  documented: Pick<SearchedSlider, "from" | "to"> | undefined,
  { session, model, inputs, magnitudes }: Pick<Workspace, "session" | "model" | "inputs" | "magnitudes">,
): readonly SearchedSlider[] {
  const [input, slider] = [inputs.get(key), model.sliders.get(key)];
  if (input === undefined || slider === undefined || input.disabled || input.unit === SWITCH) return [];
  const { min, max, permitted_values: permitted, coupling_groups: couplings = [] } = input;
  if (min === undefined || max === undefined || permitted !== undefined || couplings.length > 0) return [];
  const present = Number(positionOf(session.state.getState(), key) ?? input.default ?? min);
  const useful = visibleRange({ min, max, step: null }, usefulRange(slider, magnitudes), [present]);
  const from = Math.max(min, Math.min(present, documented?.from ?? useful.min));
  const to = Math.min(max, Math.max(present, documented?.to ?? useful.max));
  return to > from ? [{ key, from, to, present }] : [];
}

/**
 * Levers as independent factors: shares move with their whole group, and a slider that another one disables does not
 * move.
 */
export function factorsOf(levers: readonly SearchedSlider[], inputs: Workspace["inputs"]): Factors {
  const keys = new Set(levers.map(({ key }) => key));
  const groups = new Set<string>();
  const sliders: Factors = [];
  for (const { key, from, to } of levers) {
    const { share_group: group, disabled_by: disabledBy = [] } = inputs.get(key)!;
    if (group !== undefined) groups.add(group);
    else if (!disabledBy.some((other) => keys.has(other)))
      sliders.push({ slider: key, range: { from, to }, role: "lever" });
  }
  const canMove = (group: string): boolean => {
    const members = [...inputs.values()].filter(({ share_group: memberGroup }) => memberGroup === group);
    const movable = members.filter(({ disabled, min, max }) => !disabled && (max ?? 0) > (min ?? 0));
    return movable.length >= 2 && members.every(({ coupling_groups: couplings = [] }) => couplings.length === 0);
  };
  const shares = [...groups].filter(canMove).map((group) => ({ group, spread: GROUP_SPREAD, role: "lever" as const }));
  return [...sliders, ...shares];
}
