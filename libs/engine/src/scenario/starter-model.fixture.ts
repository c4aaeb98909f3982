/** The included model (models/starter) prepared for calculation, with its curves. */
import type { Program } from "@etesian/gql";
import { type AreaDataset, curveSource, type Model, openModel } from "@etesian/model";
import { type InputFacts, type InputTable, moveSliders, type SliderState } from "@etesian/sliders";
import fc from "fast-check";
import { modelCache } from "@etesian/testing/model-cache";
import { sampleSize } from "@etesian/testing/sample";
import { share } from "@etesian/testing/shared";
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

  /** The model with the data of an area, by default the Netherlands; shared by all test files of a process. */
  static open(directory: string, area = "nl"): Promise<StarterModel> {
    return share(`StarterModel ${directory} ${area}`, async () => {
      const model = await share(`Model ${directory}`, () => openModel(directory, modelCache));
      return new StarterModel(model, await model.dataset(area));
    });
  }

  constructor(model: Model, dataset: AreaDataset, options: EngineOptions = {}) {
    this.model = model;
    this.dataset = dataset;
    this.engine = new Engine(model.definition, curveSource(model), options);
    this.inputs = this.engine.inputs(dataset, END_YEAR);
    const { nodes, edges, slots } = model.definition.energy;
    const usedSlots = new Set(edges.flatMap(({ inputSlot, outputSlot }) => [inputSlot, outputSlot]));
    this.#slots = [...usedSlots].map((index) => {
      const { node, side, carrier } = slots[index]!;
      const name = `${side === "input" ? "INPUT" : "OUTPUT"}_SLOTS(${nodes[node]!.key}, ${carrier})`;
      const compile = (attribute: string) => this.engine.library.compileProgram(`V(${name}, ${attribute})`, name);
      return { name, flow: compile("external_value"), expected: compile("expected_value") };
    });
  }

  /**
   * A scenario with sliders moved as users do, including balanced share groups. Sliders that are disabled by others
   * stay where they are.
   */
  solve(values: SliderValues): Solution {
    const initialState: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };
    const enabledValues = Object.entries(values).filter(
      ([key]) => !this.inputs.get(key)?.disabledBy.some((rival) => values[rival] !== undefined),
    );
    const sliderChange = moveSliders(this.inputs, initialState, { values: Object.fromEntries(enabledValues) });
    if ("errors" in sliderChange) throw new Error(sliderChange.errors.join("; "));
    const recipe = {
      ...sliderChange.state,
      area: this.dataset.area,
      endYear: END_YEAR,
      orders: {},
      curves: {},
      scaling: null,
    };
    return this.engine.solve(this.dataset, recipe);
  }

  /** Defects of a solution: energy from nowhere, lost energy, and queries without a numeric result. */
  defects(solution: Solution): string[] {
    const defects: string[] = [];
    for (const { name, flow, expected } of this.#slots) {
      const [actualFlow, expectedFlow] = [flow, expected].map((program) =>
        Number(solution.evaluation.run(program, "future")),
      );
      const tolerance = 1e-9 * Math.abs(expectedFlow!) + ROUNDING_MJ;
      if (!(Math.abs(actualFlow! - expectedFlow!) <= tolerance && actualFlow! >= -tolerance))
        defects.push(`in ${name} ${actualFlow} MJ flow, ${expectedFlow} expected`);
    }
    for (const { key } of this.model.definition.gqueries) {
      const { present, future } = resultInBothYears(solution, key);
      for (const value of [present, future]) if (!isFinite(value)) defects.push(`${key} is ${JSON.stringify(value)}`);
    }
    const remainder = result(solution, "electricity_balance");
    if (!(Math.abs(remainder) < ROUNDING_MJ)) defects.push(`${remainder} MJ of electricity is not accounted for`);
    return defects;
  }
}

/** `npm test` moves sliders to one in this number of ends, and solves the year without or with its hours. */
export const ANNUAL_END_STEP = 24;
export const HOURLY_END_STEP = 160;

/** Every slider at both ends, or at every permitted value; one in `step` of these, deterministically. */
export const sliderEnds = (inputs: InputTable, step: number): readonly SliderMove[] =>
  allSliderEnds(inputs).filter((_, index) => index % sampleSize(step, 1) === 0);

/** The ends that `sliderEnds` omits with `sampleStep`; one in `step` of all ends. */
export const otherSliderEnds = (inputs: InputTable, sampleStep: number, step: number): readonly SliderMove[] =>
  allSliderEnds(inputs).filter((_, index) => index % step === 0 && index % sampleStep !== 0);

const allSliderEnds = (inputs: InputTable): readonly SliderMove[] =>
  [...inputs.values()].flatMap(({ key, permittedValues, min, max }) =>
    (permittedValues ?? [min!, max!]).map((value) => ({ key, value })),
  );

/**
 * Positions of any sliders that can be moved together: at most one per share group, so that the others can adjust.
 * Positions closer to zero than 10^-300 become 0: half of the smallest double is 0, so dividing houses by such a number
 * of houses would give 0 / 0 = NaN, as in the reference.
 */
export function sliderPositions(inputs: InputTable, length: { minLength: number; maxLength: number }) {
  const movableInput = fc.constantFrom(...[...inputs.values()].filter(isMovable));
  const moves = fc.uniqueArray(fc.tuple(movableInput, fc.double({ min: 0, max: 1, noNaN: true })), {
    selector: ([{ shareGroup, key }]) => shareGroup ?? key,
    ...length,
  });
  return moves.map((chosenMoves): SliderValues => {
    const positions = chosenMoves.map(([{ key, min, max }, share]) => [key, min! + share * (max! - min!)] as const);
    return Object.fromEntries(positions.map(([key, value]) => [key, Math.abs(value) < 1e-300 ? 0 : value]));
  });
}

/** Whether an input can be moved together with any other; inputs of a coupling disable the inputs that it replaces. */
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

/** Both results of a gquery as clients receive them. */
export function resultInBothYears(
  solution: Solution,
  key: string,
): { readonly present: unknown; readonly future: unknown } {
  const answer = solution.query(key);
  if ("errors" in answer) throw new Error(`${key}: ${answer.errors.join("; ")}`);
  return answer;
}

/** All numbers in both results of a gquery as clients receive them. */
export function numbers(solution: Solution, key: string): { present: number[]; future: number[] } {
  const flatten = (value: unknown): number[] =>
    typeof value === "number" ? [value] : Object.values(value as object).flatMap(flatten);
  const { present, future } = resultInBothYears(solution, key);
  return { present: flatten(present), future: flatten(future) };
}

/** Whether a result consists of finite numbers only. */
function isFinite(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return Array.isArray(value) ? value.every(isFinite) : Object.values(value as object).every(isFinite);
}
