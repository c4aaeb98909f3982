/** The included model (models/starter) prepared for calculation, with its curves. */
import type { Program } from "@etesian/gql";
import { type AreaDataset, curveSource, type Model, openModel } from "@etesian/model";
import { type InputFacts, type InputTable, moveSliders, type SliderState } from "@etesian/sliders";
import fc from "fast-check";
import { modelCache } from "@etesian/testing/model-cache";
import { sampled } from "@etesian/testing/sample";
import { shared } from "@etesian/testing/shared";
import { Engine, type EngineOptions } from "./engine.ts";
import type { Solution } from "./solution.ts";

export const END_YEAR = 2050;

export type SliderValues = { readonly [input: string]: number | string };

export class StarterModel {
  readonly model: Model;
  readonly dataset: AreaDataset;
  readonly engine: Engine;
  readonly inputs: InputTable;
  /** Slots with edges: the flow of the edges, and the expected flow from the node's demand and conversion. */
  readonly #slots: readonly { readonly name: string; readonly flow: Program; readonly expected: Program }[];

  /** The model with the data of an area, by default of the Netherlands; one for all files of a process. */
  static open(directory: string, area = "nl"): Promise<StarterModel> {
    return shared(`StarterModel ${directory} ${area}`, async () => {
      const model = await shared(`Model ${directory}`, () => openModel(directory, modelCache));
      return new StarterModel(model, await model.dataset(area));
    });
  }

  constructor(model: Model, dataset: AreaDataset, options: EngineOptions = {}) {
    this.model = model;
    this.dataset = dataset;
    this.engine = new Engine(model.definition, curveSource(model), options);
    this.inputs = this.engine.inputs(dataset, END_YEAR);
    const { nodes, edges, slots } = model.definition.energy;
    const used = new Set(edges.flatMap(({ inputSlot, outputSlot }) => [inputSlot, outputSlot]));
    this.#slots = [...used].map((index) => {
      const { node, side, carrier } = slots[index]!;
      const name = `${side === "input" ? "INPUT" : "OUTPUT"}_SLOTS(${nodes[node]!.key}, ${carrier})`;
      const compile = (attribute: string) => this.engine.library.compileProgram(`V(${name}, ${attribute})`, name);
      return { name, flow: compile("external_value"), expected: compile("expected_value") };
    });
  }

  /** A scenario with sliders moved as by users, share groups balanced. Sliders that others disable stay where they are. */
  solve(values: SliderValues): Solution {
    const untouched: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
    const enabled = Object.entries(values).filter(
      ([key]) => !this.inputs.get(key)?.disabledBy.some((rival) => values[rival] !== undefined),
    );
    const moved = moveSliders(this.inputs, untouched, { values: Object.fromEntries(enabled) });
    if ("errors" in moved) throw new Error(moved.errors.join("; "));
    const recipe = {
      ...moved.state,
      area: this.dataset.area,
      endYear: END_YEAR,
      orders: {},
      curves: {},
      scaling: null,
    };
    return this.engine.solve(this.dataset, recipe);
  }

  /** Defects in any year: energy from nowhere, lost energy, and queries without a number. */
  defects(solution: Solution): string[] {
    const found: string[] = [];
    for (const { name, flow, expected } of this.#slots) {
      const [crosses, needed] = [flow, expected].map((program) => Number(solution.evaluation.run(program, "future")));
      const tolerance = 1e-9 * Math.abs(needed!) + ROUNDING_MJ;
      if (!(Math.abs(crosses! - needed!) <= tolerance && crosses! >= -tolerance))
        found.push(`in ${name} ${crosses} MJ flow, ${needed} expected`);
    }
    for (const { key } of this.model.definition.gqueries) {
      const { present, future } = answers(solution, key);
      for (const value of [present, future]) if (!isFinite(value)) found.push(`${key} is ${JSON.stringify(value)}`);
    }
    const rest = result(solution, "electricity_balance");
    if (!(Math.abs(rest) < ROUNDING_MJ)) found.push(`${rest} MJ of electricity is not accounted for`);
    return found;
  }
}

/** Every slider at every end, or at every permitted value; of these the first of each `step`, deterministic. */
export function sliderEnds(inputs: InputTable, step: number): readonly SliderMove[] {
  const moves = [...inputs.values()].flatMap(({ key, permittedValues, min, max }) =>
    (permittedValues ?? [min!, max!]).map((value) => ({ key, value })),
  );
  return moves.filter((_, index) => index % sampled(step, 1) === 0);
}

/**
 * Positions of any sliders that can be moved together: per share group at most one, so that the others can adjust. A
 * position nearer to zero than 10^-300 is zero: half of the smallest double is 0, and where houses are divided by such
 * a number of houses, 0 / 0 is NaN, as in the reference.
 */
export function sliderPositions(inputs: InputTable, length: { minLength: number; maxLength: number }) {
  const movable = fc.constantFrom(...[...inputs.values()].filter(isMovable));
  const moves = fc.uniqueArray(fc.tuple(movable, fc.double({ min: 0, max: 1, noNaN: true })), {
    selector: ([{ shareGroup, key }]) => shareGroup ?? key,
    ...length,
  });
  return moves.map((chosen): SliderValues => {
    const positions = chosen.map(([{ key, min, max }, share]) => [key, min! + share * (max! - min!)] as const);
    return Object.fromEntries(positions.map(([key, value]) => [key, Math.abs(value) < 1e-300 ? 0 : value]));
  });
}

/** Whether an input can be moved together with any other; inputs of a coupling refuse the inputs that it replaces. */
const isMovable = ({ unit, couplingGroups }: InputFacts): boolean =>
  unit !== "enum" && unit !== "bool" && couplingGroups.length === 0;

export interface SliderMove {
  readonly key: string;
  readonly value: number | string;
}

/** Rounding error of flows of up to 10^12 MJ (MJ). */
const ROUNDING_MJ = 1e4;

/** Result of a numeric gquery. */
export function result(solution: Solution, key: string, year: "present" | "future" = "future"): number {
  const value = solution.evaluation.query(key, year);
  if (typeof value !== "number" && typeof value !== "bigint") throw new Error(`${key} is not a number`);
  return Number(value);
}

/** Both results of a gquery as clients get them. */
export function answers(solution: Solution, key: string): { readonly present: unknown; readonly future: unknown } {
  const answer = solution.query(key);
  if ("errors" in answer) throw new Error(`${key}: ${answer.errors.join("; ")}`);
  return answer;
}

/** All numbers in both results of a gquery as clients get them. */
export function numbers(solution: Solution, key: string): { present: number[]; future: number[] } {
  const flat = (value: unknown): number[] =>
    typeof value === "number" ? [value] : Object.values(value as object).flatMap(flat);
  const { present, future } = answers(solution, key);
  return { present: flat(present), future: flat(future) };
}

/** Whether a result is a number, or made of numbers only. */
function isFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) ? value.every(isFinite) : Object.values(value as object).every(isFinite);
}
