/** A number's difference between two scenarios, as rows: the sections with changes, and the changes in each section. */
import type { Contribution } from "@etesian/explore";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { DifferenceResult, Sliders } from "../../calculation/calculator.ts";
import type { Inputs } from "../../calculation/comparison.ts";
import { sectionOf, titleOfFactor } from "./factor-titles.ts";

/** Figures are in the displayed unit. */
export interface ContributionRow extends Contribution {
  /** The slider, share group, order, curve or `end_year`; the key of its first change for a section. */
  readonly name: string;
  readonly title: string;
  /** Empty for a section's row. */
  readonly section: string;
  /** The changes in a section, the largest first; empty for a single change. */
  readonly members: readonly ContributionRow[];
  /** The effect after each other row alone, sorted by its distance from `alone`, farthest first; empty if unknown. */
  readonly after: readonly { readonly title: string; readonly effect: number }[];
}

/** The name of a slider's change: its share group, or the slider itself. */
const changeOf = (slider: string, inputs: Inputs): string => inputs.get(slider)?.share_group ?? slider;

/** The changes by which two scenarios can differ, grouped by the section of their slides. */
export function changesBySection(
  scenarios: readonly Sliders[],
  { sections }: InterfaceView,
  inputs: Inputs,
): readonly (readonly string[])[] {
  const sliders = new Set(
    scenarios.flatMap(({ userValues, balancedValues }) => Object.keys({ ...userValues, ...balancedValues })),
  );
  const changes = new Map<string, Set<string>>();
  for (const slider of sliders) {
    const section = sectionOf(slider, sections)?.key;
    if (section !== undefined) changes.set(section, (changes.get(section) ?? new Set()).add(changeOf(slider, inputs)));
  }
  return Array.from(changes.values(), (names) => [...names]);
}

/** A number's rows, the largest contribution first; a section with one change is replaced by that change's row. */
export function differenceRows(
  { changes, groups, attributions }: DifferenceResult,
  { factor }: HeadlineNumber,
  index: number,
  { model, inputs, endYear }: { readonly model: InterfaceView; readonly inputs: Inputs; readonly endYear: string },
): readonly ContributionRow[] {
  const toUnit = ({ value, alone, least, greatest, within }: Contribution): Contribution => ({
    value: value * factor,
    alone: alone * factor,
    least: Math.min(least * factor, greatest * factor),
    greatest: Math.max(least * factor, greatest * factor),
    within: within === null ? null : { low: within.low * factor, high: within.high * factor },
  });
  const rowOf = (change: number, contribution: Contribution): ContributionRow => {
    const name = changes[change]!;
    const members = [...inputs.keys()].filter((key) => inputs.get(key)!.share_group === name);
    const kind = members.length > 0 ? "group" : "slider";
    const title =
      name === "end_year"
        ? { title: endYear, section: "" }
        : titleOfFactor({ name, kind, settings: members.length > 0 ? members : [name] }, model);
    return { ...toUnit(contribution), ...title, name, members: [], after: [] };
  };
  const contributions = attributions?.[index]?.groups ?? [];
  const rows = contributions.map(({ members, ...total }, group): ContributionRow => {
    const rowsOfGroup = sortedBySize(members.map((member, position) => rowOf(groups[group]![position]!, member)));
    const [first] = rowsOfGroup;
    return rowsOfGroup.length === 1
      ? first!
      : {
          ...toUnit(total),
          name: `section ${first!.section}`,
          title: first!.section,
          section: "",
          members: rowsOfGroup,
          after: [],
        };
  });
  return sortedBySize(
    rows.map((row, group): ContributionRow => {
      const effects = contributions[group]!.afterOne ?? [];
      const distance = ({ effect }: { readonly effect: number }): number => Math.abs(effect - row.alone);
      const after = effects.flatMap((effect, other) =>
        other === group ? [] : [{ title: rows[other]!.title, effect: effect * factor }],
      );
      return { ...row, after: after.toSorted((a, b) => distance(b) - distance(a)) };
    }),
  );
}

const sortedBySize = (rows: readonly ContributionRow[]): readonly ContributionRow[] =>
  rows.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value));

/** A row, and the values at which its bar starts and ends. */
export interface DifferenceStep {
  readonly row: ContributionRow;
  readonly from: number;
  readonly to: number;
  /** Whether the row is a change in the section above it. */
  readonly isMember: boolean;
}

/** Each bar starts where the one above it ends; the changes in an open section follow the section's bar. */
export function stepsFrom(
  start: number,
  rows: readonly ContributionRow[],
  isOpen: (row: ContributionRow) => boolean,
): readonly DifferenceStep[] {
  let level = start;
  return rows.flatMap((row) => {
    const from = level;
    level += row.value;
    const step: DifferenceStep = { row, from, to: level, isMember: false };
    const members = isOpen(row) ? stepsFrom(from, row.members, () => false) : [];
    return [step, ...members.map((member) => ({ ...member, isMember: true }))];
  });
}
