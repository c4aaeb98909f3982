/** The figures that determine a node's output, its flows and its costs, in both years. Plain data. */
import { groupBy } from "@etesian/collections";
import type { Evaluation, ModelObject, Year } from "@etesian/gql";
import { CalculationFault, SECONDS_PER_HOUR } from "@etesian/numeric";
import type { YearObjects } from "../../attributes/objects/objects.ts";
import { listAt } from "../../graph/topology/index-lists.ts";
import type { MarketKey } from "../../hourly/markets/market-hour.ts";

/** A figure in both years; null if the node does not have it. */
export interface FigureByYear {
  readonly present: number | null;
  readonly future: number | null;
}

/** Energy (MJ; kg in the graph of molecules) that crosses an edge of a node. */
export interface NodeFlow extends FigureByYear {
  readonly carrier: string;
  /** The node at the other end; null if there is none, as for a loss. */
  readonly node: string | null;
  /** Whether this is the remainder of a side beyond its edges, if that is more than 1e-9 of the side. */
  readonly isRemainder: boolean;
}

/** Costs of a year, EUR. */
export interface NodeCost extends FigureByYear {
  readonly attribute: string;
  /** The parts add up to the cost; a remainder is listed as a part with an empty attribute. */
  readonly parts: readonly NodeCost[];
}

export interface NodeExplanation {
  readonly key: string;
  readonly graph: "energy" | "molecules";
  /** Input of all units, MW. */
  readonly capacity: FigureByYear;
  /** Hours per year at full load. */
  readonly fullLoadHours: FigureByYear;
  /** Energy of its inputs, MJ. */
  readonly demand: FigureByYear;
  /** The carrier of its largest output; null if it has none. */
  readonly carrier: string | null;
  /** MJ of that carrier for each MJ of input. */
  readonly efficiency: FigureByYear;
  /** MJ of that carrier. */
  readonly output: FigureByYear;
  /** MJ of output beyond capacity × full load hours × efficiency, if more than 1e-9 of the output; otherwise 0. */
  readonly rest: FigureByYear;
  readonly inputs: readonly NodeFlow[];
  readonly outputs: readonly NodeFlow[];
  readonly costs: readonly NodeCost[];
  /** The market that dispatches it hour by hour; null if none does. */
  readonly market: MarketKey | null;
}

/** Remainders below 1e-9 of the total or below a thousandth of the unit are rounding errors. */
const MIN_REST = 1e-9;
const MIN_UNIT = 1e-3;

/** Costs of a node and their components; a minus sign subtracts a component. */
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

/** The explanation of a node in both years; undefined for an unknown key. */
export function explainNode(
  key: string,
  years: { readonly present: YearObjects; readonly future: YearObjects },
  evaluation: Evaluation,
  market: MarketKey | null,
): NodeExplanation | undefined {
  const graph = years.future.energy.topology.nodeByKey.has(key) ? "energy" : "molecules";
  const index = years.future.graphObjects(graph).topology.nodeByKey.get(key);
  if (index === undefined) return undefined;
  const inBothYears = (valueIn: (year: Year) => number | null): FigureByYear => ({
    present: valueIn("present"),
    future: valueIn("future"),
  });
  const evaluateOn = (object: (year: YearObjects) => ModelObject, text: string): FigureByYear =>
    inBothYears((year) => {
      try {
        const value = evaluation.evaluateOn(object(years[year]), text, year);
        const number = typeof value === "bigint" ? Number(value) : value;
        return typeof number === "number" && Number.isFinite(number) ? number : null;
      } catch (error) {
        if (error instanceof CalculationFault) return null;
        throw error;
      }
    });
  const evaluate = (text: string): FigureByYear => evaluateOn((year) => year.graphObjects(graph).nodes.at(index), text);
  const { topology } = years.future.graphObjects(graph);
  const { nodes, slots } = topology.definition;

  const flowsOf = (side: "input" | "output"): readonly NodeFlow[] =>
    listAt(side === "input" ? topology.inputSlots : topology.outputSlots, index).flatMap((slot) => {
      const { carrier } = slots[slot]!;
      const total = evaluate(`${side}_of_${carrier}`);
      const flows = listAt(topology.slotEdges, slot).map((edge): NodeFlow => {
        const otherNode = side === "input" ? topology.supplier[edge]! : topology.consumer[edge]!;
        return {
          carrier,
          node: nodes[otherNode]!.key,
          isRemainder: false,
          ...evaluateOn((year) => year.graphObjects(graph).edges.at(edge), "value"),
        };
      });
      if (flows.length === 0) return [{ carrier, node: null, isRemainder: false, ...total }];
      const remainder = inBothYears((year) =>
        remainderOf(
          total[year],
          flows.map((flow) => flow[year]),
        ),
      );
      return remainder.present === 0 && remainder.future === 0
        ? flows
        : [...flows, { carrier, node: null, isRemainder: true, ...remainder }];
    });
  const outputs = flowsOf("output").filter(isNonZero);
  const totals = groupBy(
    outputs.filter(({ carrier }) => carrier !== "loss"),
    ({ carrier }) => carrier,
  );
  const size = (flows: readonly NodeFlow[]): number =>
    flows.reduce((sum, { present, future }) => sum + (future ?? 0) + (present ?? 0) / 1e6, 0);
  const [carrier = null] = [...totals].toSorted(([, a], [, b]) => size(b) - size(a))[0] ?? [];
  const capacity = evaluate("number_of_units * input_capacity");
  const fullLoadHours = evaluate("full_load_hours");
  const efficiency = carrier === null ? NONE : evaluate(`${carrier}_output_conversion`);
  const output = carrier === null ? NONE : evaluate(`output_of_${carrier}`);
  const remainder = inBothYears((year) => {
    const factors = [capacity[year], fullLoadHours[year], efficiency[year]];
    // A node without its own capacity passes on its demand.
    if (output[year] === null || capacity[year] === 0 || factors.some((factor) => factor === null)) return 0;
    return remainderOf(output[year], [
      factors.reduce<number>((product, factor) => product * factor!, SECONDS_PER_HOUR),
    ]);
  });
  return {
    key,
    graph,
    capacity,
    fullLoadHours,
    demand: evaluate("demand"),
    carrier,
    efficiency,
    output,
    rest: remainder,
    inputs: flowsOf("input").filter(isNonZero),
    outputs,
    costs: COSTS.map(([attribute, parts]) => costOf(attribute, parts)).filter(isNonZero),
    market,
  };

  function costOf(attribute: string, names: readonly string[]): NodeCost {
    const sign = attribute.startsWith("-") ? -1 : 1;
    const costName = attribute.replace(/^-/, "");
    const costs = evaluate(`${costName}_per(:node)`);
    const total = inBothYears((year) => (costs[year] === null ? null : costs[year] * sign));
    const parts = names.map((part) => costOf(part, []));
    if (parts.length === 0) return { attribute: costName, parts, ...total };
    const remainder = inBothYears((year) =>
      remainderOf(
        total[year],
        parts.map((part) => part[year]),
      ),
    );
    const remainderParts =
      remainder.present === 0 && remainder.future === 0 ? [] : [{ attribute: "", parts: [], ...remainder }];
    return { attribute, parts: [...parts.filter(isNonZero), ...remainderParts], ...total };
  }
}

const NONE: FigureByYear = { present: null, future: null };

const isNonZero = ({ present, future }: FigureByYear): boolean => (present ?? 0) !== 0 || (future ?? 0) !== 0;

/** The remainder of a total beyond its parts; 0 if it is a rounding error. */
function remainderOf(total: number | null, parts: readonly (number | null)[]): number {
  if (total === null) return 0;
  const remainder = total - parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
  const size = Math.max(Math.abs(total), ...parts.map((part) => Math.abs(part ?? 0)));
  return Math.abs(remainder) <= Math.max(MIN_REST * size, MIN_UNIT) ? 0 : remainder;
}
