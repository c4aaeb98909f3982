/** The figures that make a node's output, its flows and its costs, in both years. Plain data. */
import { groupBy } from "@etesian/collections";
import type { Evaluation, ModelObject, Year } from "@etesian/gql";
import { CalculationFault, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { YearObjects } from "../../attributes/objects/objects.ts";
import { listAt } from "../../graph/topology/index-lists.ts";
import type { MarketKey } from "../../hourly/markets/market-hour.ts";

/** A figure of both years; null if it has none. */
export interface InBothYears {
  readonly present: number | null;
  readonly future: number | null;
}

/** Energy (MJ; kg in the graph of molecules) that crosses an edge of a node. */
export interface NodeFlow extends InBothYears {
  readonly carrier: string;
  /** The node at the other end; null if there is none, as for a loss. */
  readonly node: string | null;
  /** Whether it is the remainder of a side beyond its edges: more than 1e-9 of it. */
  readonly isRest: boolean;
}

/** Costs of a year, EUR. */
export interface NodeCost extends InBothYears {
  readonly attribute: string;
  /** They add up to it; a remainder beyond them is one of them, with an empty attribute. */
  readonly parts: readonly NodeCost[];
}

export interface NodeExplanation {
  readonly key: string;
  readonly graph: "energy" | "molecules";
  /** Input of all units, MW. */
  readonly capacity: InBothYears;
  /** Hours a year at full load. */
  readonly fullLoadHours: InBothYears;
  /** Energy of its inputs, MJ. */
  readonly demand: InBothYears;
  /** The carrier of its largest output; null if it has none. */
  readonly carrier: string | null;
  /** MJ of that carrier for each MJ of input. */
  readonly efficiency: InBothYears;
  /** MJ of that carrier. */
  readonly output: InBothYears;
  /** MJ of output beyond capacity × full load hours × efficiency, if it is more than 1e-9 of the output; else 0. */
  readonly rest: InBothYears;
  readonly inputs: readonly NodeFlow[];
  readonly outputs: readonly NodeFlow[];
  readonly costs: readonly NodeCost[];
  /** The market that dispatches it hour by hour; null if none does. */
  readonly market: MarketKey | null;
}

/** A remainder counts from 1e-9 of the whole, and from a thousandth of its unit: less is rounding. */
const MIN_REST = 1e-9;
const MIN_UNIT = 1e-3;

/** Costs of a node, and the costs that they consist of; a minus subtracts one. */
const COSTS: readonly (readonly [attribute: string, parts: readonly string[]])[] = [
  ["capital_expenditures_excluding_ccs", ["cost_of_capital", "depreciation_costs", "-capital_expenditures_ccs"]],
  [
    "operating_expenses_excluding_ccs",
    [
      "fixed_operation_and_maintenance_costs",
      "variable_operation_and_maintenance_costs",
      "-variable_operation_and_maintenance_costs_for_ccs",
    ],
  ],
  ["capital_expenditures_ccs", []],
  ["operating_expenses_ccs", []],
  ["fuel_costs", []],
  ["co2_emissions_costs", []],
];

/** The explanation of a node of both years; undefined for an unknown key. */
export function explainNode(
  key: string,
  years: { readonly present: YearObjects; readonly future: YearObjects },
  evaluation: Evaluation,
  market: MarketKey | null,
): NodeExplanation | undefined {
  const name = years.future.energy.topology.nodeByKey.has(key) ? "energy" : "molecules";
  const index = years.future.of(name).topology.nodeByKey.get(key);
  if (index === undefined) return undefined;
  const both = (of: (year: Year) => number | null): InBothYears => ({ present: of("present"), future: of("future") });
  const on = (object: (year: YearObjects) => ModelObject, text: string): InBothYears =>
    both((year) => {
      try {
        const value = evaluation.evaluateOn(object(years[year]), text, year);
        const number = typeof value === "bigint" ? Number(value) : value;
        return typeof number === "number" && Number.isFinite(number) ? number : null;
      } catch (error) {
        if (error instanceof CalculationFault) return null;
        throw error;
      }
    });
  const of = (text: string): InBothYears => on((year) => year.of(name).nodes.at(index), text);
  const { topology } = years.future.of(name);
  const { nodes, slots } = topology.definition;

  const flowsOf = (side: "input" | "output"): readonly NodeFlow[] =>
    listAt(side === "input" ? topology.inputSlots : topology.outputSlots, index).flatMap((slot) => {
      const { carrier } = slots[slot]!;
      const whole = of(`${side}_of_${carrier}`);
      const flows = listAt(topology.slotEdges, slot).map((edge): NodeFlow => {
        const other = side === "input" ? topology.supplier[edge]! : topology.consumer[edge]!;
        return {
          carrier,
          node: nodes[other]!.key,
          isRest: false,
          ...on((year) => year.of(name).edges.at(edge), "value"),
        };
      });
      if (flows.length === 0) return [{ carrier, node: null, isRest: false, ...whole }];
      const rest = both((year) =>
        restOf(
          whole[year],
          flows.map((flow) => flow[year]),
        ),
      );
      return rest.present === 0 && rest.future === 0
        ? flows
        : [...flows, { carrier, node: null, isRest: true, ...rest }];
    });
  const outputs = flowsOf("output").filter(isNonZero);
  const totals = groupBy(
    outputs.filter(({ carrier }) => carrier !== "loss"),
    ({ carrier }) => carrier,
  );
  const size = (flows: readonly NodeFlow[]): number =>
    flows.reduce((sum, { present, future }) => sum + (future ?? 0) + (present ?? 0) / 1e6, 0);
  const [carrier = null] = [...totals].toSorted(([, a], [, b]) => size(b) - size(a))[0] ?? [];
  const capacity = of("number_of_units * input_capacity");
  const fullLoadHours = of("full_load_hours");
  const efficiency = carrier === null ? NONE : of(`${carrier}_output_conversion`);
  const output = carrier === null ? NONE : of(`output_of_${carrier}`);
  const rest = both((year) => {
    const factors = [capacity[year], fullLoadHours[year], efficiency[year]];
    // A node without its own capacity passes its demand on.
    if (output[year] === null || capacity[year] === 0 || factors.some((factor) => factor === null)) return 0;
    return restOf(output[year], [factors.reduce<number>((product, factor) => product * factor!, SECONDS_PER_HOUR)]);
  });
  return {
    key,
    graph: name,
    capacity,
    fullLoadHours,
    demand: of("demand"),
    carrier,
    efficiency,
    output,
    rest,
    inputs: flowsOf("input").filter(isNonZero),
    outputs,
    costs: COSTS.map(([attribute, parts]) => costOf(attribute, parts)).filter(isNonZero),
    market,
  };

  function costOf(attribute: string, names: readonly string[]): NodeCost {
    const sign = attribute.startsWith("-") ? -1 : 1;
    const plain = attribute.replace(/^-/, "");
    const found = of(`${plain}_per(:node)`);
    const whole = both((year) => (found[year] === null ? null : found[year] * sign));
    const parts = names.map((name) => costOf(name, []));
    if (parts.length === 0) return { attribute: plain, parts, ...whole };
    const rest = both((year) =>
      restOf(
        whole[year],
        parts.map((part) => part[year]),
      ),
    );
    const open = rest.present === 0 && rest.future === 0 ? [] : [{ attribute: "", parts: [], ...rest }];
    return { attribute, parts: [...parts.filter(isNonZero), ...open], ...whole };
  }
}

const NONE: InBothYears = { present: null, future: null };

const isNonZero = ({ present, future }: InBothYears): boolean => (present ?? 0) !== 0 || (future ?? 0) !== 0;

/** The remainder of a whole beyond its parts; 0 if it is rounding. */
function restOf(whole: number | null, parts: readonly (number | null)[]): number {
  if (whole === null) return 0;
  const rest = whole - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const size = Math.max(Math.abs(whole), ...parts.map((part) => Math.abs(part ?? 0)));
  return Math.abs(rest) <= Math.max(MIN_REST * size, MIN_UNIT) ? 0 : rest;
}
