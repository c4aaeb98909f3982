/**
 * A random walk: moves valid sliders one after the other and recalculates the scenario after each move. Every solution
 * has to be finite and its hourly values have to add up; memory must not grow.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { CalculationError, type Engine, type Solution, unbalancedHours } from "@etesian/engine";
import type { AreaDataset } from "@etesian/model";
import { type InputFacts, moveSliders, type SliderState } from "@etesian/sliders";
import { Random } from "@etesian/workbench/random";
import { type Benchmark, percentile, type Print } from "@etesian/workbench/report";
import { openWorkbench } from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { endTask } from "@etesian/workbench/solving";
import { isMovable, positionOf } from "./slider-moves.ts";

const STEPS = 1000;
const AREAS = measuredModel.isReference ? ["nl2023", "GM0363_amsterdam", "DE_germany"] : [measuredModel.area];
const END_YEAR = 2050;
/** Allowed growth (MB): the heap's normal variation. More is a leak. */
const LIMIT_GROWTH_MB = 60;
/** Refused positions allowed per step. */
const MAX_REFUSED = 1;

export interface Walk {
  /**
   * Positions that exceed a share group's remaining share, or that the model cannot calculate; another slider was moved
   * instead.
   */
  readonly refused: number;
  /** Problems, with the last slider moved. */
  readonly problems: readonly string[];
  /** Times per step (ms). */
  readonly times: readonly number[];
  /** Memory in use after the first tenth and at the end (MB). */
  readonly memory: readonly [early: number, late: number];
}

export async function walk(engine: Engine, dataset: AreaDataset, steps: number, seed: number): Promise<Walk> {
  const random = new Random(seed);
  const table = engine.inputs(dataset, END_YEAR);
  const movable = [...table.values()].filter((input) => isMovable(input));
  const nodesWithoutValue = new Set(nodesWithoutDemand(solve(engine, dataset, START)));
  const problems: string[] = [];
  const times: number[] = [];
  let state = START;
  let refusedCount = 0;
  let earlyMegabytes = 0;
  const countRefusal = (reason: string): void => {
    if (++refusedCount > MAX_REFUSED * steps) throw new Error(`too many positions are refused: ${reason}`);
  };
  for (let step = 0; step < steps;) {
    const input = random.pick(movable);
    const value = positionOf(input, random.number());
    const change = moveSliders(table, state, { values: { ...resetGroup(movable, input), [input.key]: value } });
    if ("errors" in change) {
      countRefusal(change.errors[0]!);
      continue;
    }
    step++;
    const previousState = state;
    state = change.state;
    const location = `step ${step}, ${input.key} at ${value}`;
    try {
      const startedAt = performance.now();
      const solution = solve(engine, dataset, state);
      times.push(performance.now() - startedAt);
      for (const problem of problemsOf(solution, nodesWithoutValue)) problems.push(`${location}: ${problem}`);
      solution.release();
    } catch (error) {
      // A scenario that the model cannot calculate is refused with this error; the walk then takes another step.
      if (error instanceof CalculationError) {
        countRefusal(error.message);
        state = previousState;
        step--;
      } else problems.push(`${location}: ${String(error)}`);
    }
    engine.evict();
    await endTask();
    if (step === Math.floor(steps / 10)) earlyMegabytes = megabytesInUse();
  }
  return { refused: refusedCount, problems, times, memory: [earlyMegabytes, megabytesInUse()] };
}

const START: SliderState = { userValues: {}, balancedValues: {}, activeCouplings: [] };

function solve(engine: Engine, dataset: AreaDataset, state: SliderState): Solution {
  return engine.solve(dataset, {
    area: dataset.area,
    endYear: END_YEAR,
    ...state,
    orders: {},
    curves: {},
    scaling: null,
  });
}

/** Resets other members of the slider's group, because a group that is moved often would have no share left. */
function resetGroup(
  inputs: readonly InputFacts[],
  { key, shareGroup }: InputFacts,
): { readonly [input: string]: "reset" } {
  const otherInputs = inputs.filter(
    (other) => shareGroup !== null && other.shareGroup === shareGroup && other.key !== key,
  );
  return Object.fromEntries(otherInputs.map((other) => [other.key, "reset"]));
}

function nodesWithoutDemand({ hours }: Solution): readonly string[] {
  const { demand, topology } = hours!.energy;
  return topology.definition.nodes.flatMap(({ key }, node) => (Number.isNaN(demand[node]) ? [key] : []));
}

/** @param nodesWithoutValue nodes that have no demand in the blank scenario */
function problemsOf(solution: Solution, nodesWithoutValue: ReadonlySet<string>): readonly string[] {
  const { hours } = solution;
  if (hours === null) return ["there is no hourly calculation"];
  const problems: string[] = [];
  const { topology } = hours.energy;
  for (const [node, { key }] of topology.definition.nodes.entries()) {
    const demand = hours.energy.demand[node]!;
    if (!Number.isFinite(demand) && !nodesWithoutValue.has(key)) problems.push(`demand of ${key} is ${demand}`);
  }
  for (const { name, order } of Object.values(hours.markets)) {
    for (const { key, load } of order.participants) {
      const hour = Array.from(load).findIndex((value) => !Number.isFinite(value));
      if (hour >= 0) problems.push(`load of ${key} in ${name} is ${load[hour]} in hour ${hour}`);
    }
    const [first, ...otherHours] = unbalancedHours(order);
    if (first !== undefined)
      problems.push(`${name}: ${JSON.stringify(first)} and ${otherHours.length} other hours do not add up`);
  }
  const hour = Array.from(hours.price()).findIndex((value) => !Number.isFinite(value));
  if (hour >= 0) problems.push(`the price is ${hours.price()[hour]} in hour ${hour}`);
  return problems;
}

/** Memory in use after a garbage collection, including buffers (MB). */
function megabytesInUse(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

export const walkBenchmark: Benchmark = {
  about: `${STEPS} random slider steps in ${AREAS.join(", ")}: all values finite, hourly balances close, memory flat`,
  isProof: true,
  run: async (print) => {
    let isPassing = true;
    for (const [index, area] of AREAS.entries()) {
      const { engine, dataset } = await openWorkbench(area);
      isPassing = report(print, area, await walk(engine, dataset, STEPS, index + 1)) && isPassing;
    }
    return isPassing;
  },
};

function report(print: Print, area: string, { refused, problems, times, memory }: Walk): boolean {
  const sorted = times.toSorted((a, b) => a - b);
  const growth = memory[1] - memory[0];
  const isFlat = growth <= LIMIT_GROWTH_MB;
  print(
    `${area}: ${times.length} steps (${refused} positions refused), ${problems.length} problems; ` +
      `p50 ${percentile(sorted, 0.5).toFixed(0)} ms, max ${(sorted.at(-1) ?? Number.NaN).toFixed(0)} ms; ` +
      `${memory[1].toFixed(0)} MB in use, grown by ${growth.toFixed(0)} MB: ${isFlat ? "flat" : "NOT FLAT"}`,
  );
  for (const problem of problems.slice(0, 10)) print(`    ${problem}`);
  if (problems.length > 10) print(`    … and ${problems.length - 10} more`);
  return problems.length === 0 && isFlat;
}
