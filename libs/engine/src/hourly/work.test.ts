/**
 * Tests the work of an hourly calculation, which is counted instead of timed: curves, steps, and reads of participants.
 * The counts are for the included model; the limits leave room for the model to grow, but not for unnecessary work.
 */
import { join } from "node:path";
import { setImmediate as nextTask } from "node:timers/promises";
import { queryObjects } from "node:v8";
import { curveSource, openModel } from "@etesian/model";
import { blankRecipe, type Recipe } from "@etesian/sliders";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

/** Curves created since the last reset to 0. Must be installed before any other code creates one. */
const counters = vi.hoisted(() => {
  const counter = { curves: 0 };
  const original = globalThis.Float64Array;
  class CountedArray extends (original as new (...parameters: unknown[]) => Float64Array) {
    constructor(...parameters: unknown[]) {
      super(...parameters);
      const isView = parameters[0] instanceof ArrayBuffer || parameters[0] instanceof SharedArrayBuffer;
      if (this.length === 8760 && !isView) counter.curves++;
    }
  }
  globalThis.Float64Array = CountedArray as unknown as Float64ArrayConstructor;
  return { counter, original };
});

import { modelCache } from "@etesian/testing/model-cache";
import { Engine } from "../scenario/engine.ts";
import type { Solution } from "../scenario/solution.ts";
import type { Stage } from "../stages.ts";
import { CurveMemo } from "./curves/memo.ts";
import type { Holding } from "../graph/state/holding.ts";
import { GraphState } from "../graph/state/state.ts";
import { ZEROS } from "./curves/arithmetic.ts";
import { Buffers } from "./curves/buffers.ts";
import { type AnyCurve, isMaterialised } from "./curves/curve.ts";
import { constant } from "./curves/derived.ts";
import { HeatSupplier } from "./fever/heat-supplier.ts";
import { type Capacity, capacityOf, type Device, runHeat } from "./fever/producers.ts";
import { AnnualMarket } from "./markets/markets.ts";
import { type Adapter, WriteBack } from "./markets/member.ts";
import { MemberReader } from "./markets/reading.ts";
import { Fleet } from "./merit/fleet.ts";
import { oneOfEachKind, flex, mustRun, storage, user } from "./merit/order.fixture.ts";
import { MeritOrder } from "./merit/order.ts";
import { HOURS, Kind, type Participant } from "./merit/participant.ts";

const DIRECTORY = join(import.meta.dirname, "../../../../models/starter");

const blank = blankRecipe("nl", 2050);

let solve: (userValues: Recipe["userValues"]) => Solution;
/** Solves with a new engine. */
let solveFresh: () => Solution;
/** The first calculation, without caches. */
let firstWork: Work;
let sliders: readonly { readonly key: string; readonly value: number }[];

beforeAll(async () => {
  const model = await openModel(DIRECTORY, modelCache);
  const dataset = await model.dataset(blank.area);
  const makeEngine = (): Engine => {
    const engine = new Engine(model.definition, curveSource(model));
    engine.listenToStages(countStage);
    return engine;
  };
  const engine = makeEngine();
  solve = (userValues) => engine.solve(dataset, { ...blank, userValues });
  solveFresh = () => makeEngine().solve(dataset, blank);
  firstWork = countCurves(() => solve({}));
  const movable = [...engine.inputs(dataset, blank.endYear).values()].flatMap(
    ({ key, min, max, disabled, shareGroup, unit }) =>
      min === null || max === null || disabled || shareGroup !== null || unit === "bool" || key.startsWith("settings_")
        ? []
        : [{ key, value: min + 0.4 * (max - min) }],
  );
  // Every third slider: this saves time and covers all kinds, because documents group sliders by kind.
  sliders = movable.filter((_, index) => index % 3 === 0);
});

afterAll(() => {
  globalThis.Float64Array = counters.original;
});

/** Curves created in each stage since `countCurves` started, and the number counted before the current stage. */
let countsByStage = new Map<Stage, number>();
let countedCurves = 0;

function countStage(stage: Stage): void {
  countsByStage.set(stage, (countsByStage.get(stage) ?? 0) + counters.counter.curves - countedCurves);
  countedCurves = counters.counter.curves;
}

interface Work {
  /** Curves that a calculation creates. */
  readonly total: number;
  readonly byStage: ReadonlyMap<Stage, number>;
  readonly solution: Solution;
}

function countCurves(calculate: () => Solution): Work {
  countsByStage = new Map();
  countedCurves = counters.counter.curves = 0;
  const solution = calculate();
  return { total: counters.counter.curves, byStage: countsByStage, solution };
}

const participantsOf = ({ hours }: Solution): readonly Participant[] =>
  Object.values(hours!.markets).flatMap(({ order }) => order.participants);

/** Participants whose loads dispatch writes. */
const dispatchedParticipants = (solution: Solution): readonly Participant[] =>
  participantsOf(solution).filter(({ kind, isKnown }) => kind >= Kind.Dispatchable || !isKnown);

const adaptersOf = ({ hours }: Solution): ReadonlySet<Adapter> => {
  const adapters = new Set<Adapter>();
  for (const market of Object.values(hours!.markets)) market.forEach((_, adapter) => adapters.add(adapter));
  return adapters;
};

describe("the work of an hourly calculation", () => {
  it("a repeated scenario needs no work: no curve is created and no hour runs", () => {
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const repeatedWork = countCurves(() => solve({}));
    expect(repeatedWork.total).toBe(0);
    expect(step).not.toHaveBeenCalled();
    step.mockRestore();
  });

  it("moving one slider needs little work, because often no merit order changes and no hour runs", () => {
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const work = sliders.map(({ key, value }) => {
      solve({});
      step.mockClear();
      const curves = countCurves(() => solve({ [key]: value })).total;
      return { curves, steps: step.mock.calls.length };
    });
    step.mockRestore();
    expect(work.length).toBeGreaterThan(30);
    const withoutDispatch = work.filter(({ steps }) => steps === 0);
    expect(withoutDispatch.length).toBeGreaterThan(0.35 * work.length);
    expect(Math.max(...withoutDispatch.map(({ curves }) => curves))).toBeLessThanOrEqual(20);
    expect(Math.max(...work.map(({ curves }) => curves))).toBeLessThanOrEqual(0.4 * firstWork.total);
  });

  it("reading curves of nodes and the security of supply again needs no work if dispatch is unchanged", () => {
    const runQueries = (solution: Solution): void => {
      const { library } = solution.evaluation;
      const [one, other] = solution.hours!.markets.merit_order.order.alwaysOn;
      for (const text of [
        "V(ALL(), electricity_input_curve)",
        "V(ALL(), electricity_output_curve)",
        `V(GRAPH(), loss_of_load_expectation(1.0, [${one!.key}, ${other!.key}]))`,
      ])
        solution.evaluation.run(library.compileProgram(text), "future");
    };
    runQueries(solve({}));
    const otherSolution = solve({ investment_costs_wind_onshore: 37 });
    counters.counter.curves = 0;
    runQueries(otherSolution);
    expect(counters.counter.curves).toBe(0);
  });

  it("a slider that members do not read reuses all members and markets", () => {
    const read = vi.spyOn(MemberReader.prototype, "member");
    const setUp = vi.spyOn(AnnualMarket.prototype, "setUp");
    const counts = (): readonly number[] => [read, setUp].map(({ mock }) => mock.calls.length);
    const clear = (): void => [read, setUp].forEach((spy) => spy.mockClear());
    solve({});
    clear();
    solve({});
    expect(counts()).toEqual([0, 0]);
    const work = sliders.map(({ key, value }) => {
      solve({});
      clear();
      solve({ [key]: value });
      return counts();
    });
    const members = Object.values(solve({}).hours!.markets).reduce((sum, market) => sum + market.members.length, 0);
    for (const spy of [read, setUp]) spy.mockRestore();
    expect(work.filter(([, markets]) => markets === 0).length).toBeGreaterThan(0.3 * work.length);
    // A slider affects only a few members.
    expect(work.filter(([again]) => again! <= 0.15 * members).length).toBeGreaterThan(0.7 * work.length);
  });

  it("a slider with equivalent results for dispatch recreates only the members that read it", () => {
    const previousAdapters = adaptersOf(solve({ costs_oil: 199 }));
    const setUp = vi.spyOn(AnnualMarket.prototype, "setUp");
    const writeBack = vi.spyOn(WriteBack.prototype, "set");
    const currentAdapters = adaptersOf(solve({ costs_oil: 200.25 }));
    const names = new Set(writeBack.mock.contexts.map((context) => (context as WriteBack).member.key));
    expect(setUp).not.toHaveBeenCalled();
    for (const spy of [setUp, writeBack]) spy.mockRestore();
    const newAdapters = [...currentAdapters].filter((adapter) => !previousAdapters.has(adapter));
    const keys = newAdapters.flatMap(({ participants }) => participants.map(({ key }) => key));
    // The power plants that burn oil, and exports, whose price follows the costs of plants.
    expect(keys.toSorted()).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((index) => `energy_interconnector_${index}_exported_electricity`),
      "energy_power_engine_diesel",
      "energy_power_ultra_supercritical_crude_oil",
    ]);
    expect([...names].toSorted()).toEqual(keys.toSorted());
  });

  it("a changed market member causes no work for heat, and little for members that are not installed", () => {
    const heat = vi.spyOn(HeatSupplier.prototype, "inject");
    const setUp = vi.spyOn(AnnualMarket.prototype, "setUp");
    const previousAdapters = adaptersOf(solve({}));
    heat.mockClear();
    const adapters = adaptersOf(solve({ costs_co2: 91 }));
    expect(setUp).toHaveBeenCalled();
    expect(heat).not.toHaveBeenCalled();
    for (const spy of [heat, setUp]) spy.mockRestore();
    const idle = [...adapters].filter(({ installed }) => !installed);
    expect(idle.filter((adapter) => previousAdapters.has(adapter)).length).toBeGreaterThan(0.5 * idle.length);
    expect([...adapters].filter((adapter) => adapter.installed && previousAdapters.has(adapter))).toEqual([]);
  });

  it("a change to fixed costs alone reuses all members and markets: only finance reads them", () => {
    const costsOf = ({ hours }: Solution): readonly number[] =>
      Array.from(hours!.hours.fixedCosts.values(), ({ total }) => total);
    const previousCosts = costsOf(solve({}));
    const read = vi.spyOn(MemberReader.prototype, "member");
    const setUp = vi.spyOn(AnnualMarket.prototype, "setUp");
    const costs = costsOf(solve({ investment_costs_nuclear_nuclear_plant: 40 }));
    expect([read, setUp].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
    for (const spy of [read, setUp]) spy.mockRestore();
    expect(costs.filter((cost, index) => cost !== previousCosts[index])).toHaveLength(1);
  });

  it("finished years are released: their number does not grow with the number of scenarios", async () => {
    const solveFrom = (first: number): void => {
      for (const { key, value } of sliders.slice(first, first + 4)) solve({ [key]: value });
      solve({});
    };
    // The stack may reference some of the years until a later task.
    const count = async (): Promise<number> => {
      await nextTask();
      return queryObjects(GraphState, { format: "count" });
    };
    solveFrom(0);
    const initialCount = await count();
    for (const first of [4, 8]) {
      solveFrom(first);
      await expect.poll(count).toBeLessThanOrEqual(initialCount);
    }
  });

  it("a solution holds no curves itself: they belong to the shared cache", () => {
    const ownCurves = (solution: Solution): readonly Holding[] =>
      // Devices that are not installed share one array of zeros.
      [...solution.holdings()].filter(
        (holding) => holding instanceof Float64Array && holding.length === HOURS && holding !== ZEROS,
      );
    // The slider itself writes foreign prices as a curve.
    const otherSliders = sliders.filter(({ key }) => !/_interconnector_\d_marginal_costs$/.test(key));
    expect(otherSliders.flatMap(({ key, value }) => ownCurves(solve({ [key]: value })))).toEqual([]);
    const solution = solve({});
    for (const { load } of dispatchedParticipants(solution)) expect(load).toHaveLength(HOURS);
    expect(ownCurves(solution)).toEqual([]);
  });

  it("dispatch reuses memory: only new loads need new memory", () => {
    const step = vi.spyOn(MeritOrder.prototype, "step");
    const { key, value } = sliders.find((slider) => {
      step.mockClear();
      solve({ [slider.key]: slider.value * 1.001 });
      return step.mock.calls.length > 0;
    })!;
    step.mockRestore();
    const counts = [1.01, 1.02, 1.03, 1.04].map((factor) => {
      const previousLoads = new Set(dispatchedParticipants(solve({})).map(({ load }) => load));
      const { byStage, solution } = countCurves(() => solve({ [key]: value * factor }));
      const participants = dispatchedParticipants(solution);
      const isNew = participants.filter(({ load }) => !previousLoads.has(load)).length;
      return { made: byStage.get("hours")!, written: participants.length, isNew };
    });
    const last = counts.at(-1)!;
    expect(last.isNew).toBeGreaterThan(0);
    expect(last.written).toBeGreaterThan(1.5 * last.isNew);
    expect(last.made).toBeLessThanOrEqual(last.isNew);
  });

  it("a given load that is a profile times a number is not materialised", () => {
    const participants = participantsOf(solveFresh()).filter(
      (participant) => !participant.isDispatched && participant.anyLoad !== ZEROS,
    );
    const lazyLoads = participants.filter(({ anyLoad }) => !isMaterialised(anyLoad));
    expect(lazyLoads.length).toBeGreaterThan(0.8 * participants.length);
    expect(participants.length).toBeGreaterThan(20);
  });

  it("the same heat devices with the same requests run once", () => {
    const memo = new CurveMemo();
    const demand = new Float64Array(HOURS).fill(2);
    const capacity = capacityOf(() => constant(memo, 1.5));
    const device: Device = { capacity, efficiency: constant(memo, 3), volume: 4 };
    const run = (weight: number): AnyCurve<"april"> =>
      runHeat(memo, [device], [{ demand, weight, deferFor: 3 }]).producer.output;
    expect(memo.isSame(run(1), run(1))).toBe(true);
    expect(memo.isSame(run(0.5), run(1))).toBe(false);
  });

  it("heat does not run again if a sufficient capacity or an efficiency changes", () => {
    const memo = new CurveMemo();
    const demand = new Float64Array(HOURS).fill(2);
    const arrays = vi.spyOn(Buffers.prototype, "year");
    const run = (megawatts: number, efficiency = 3): AnyCurve<"april"> => {
      const capacity: Capacity = {
        isAtLeast: (minimum) => megawatts >= minimum,
        curve: () => constant(memo, megawatts),
      };
      const device: Device = { capacity, efficiency: constant(memo, efficiency), volume: null };
      return runHeat(memo, [device], [{ demand, weight: 0.5, deferFor: 3 }]).producer.output;
    };
    const first = run(3);
    const firstCount = arrays.mock.calls.length;
    const outputs = [first, run(2), run(7)];
    expect(arrays).toHaveBeenCalledTimes(firstCount);
    expect(outputs.every((output) => memo.isSame(output, outputs[0]!))).toBe(true);
    expect(memo.isSame(run(0.9), outputs[0]!)).toBe(false);
    expect(memo.isSame(run(0.9, 4), run(0.9))).toBe(true);
    expect(arrays).toHaveBeenCalledTimes(2 * firstCount);
    arrays.mockRestore();
  });

  it("curves are not created hour by hour", () => {
    const { byStage, solution } = countCurves(solveFresh);
    expect(byStage.get("hours")).toBeLessThanOrEqual(2 * dispatchedParticipants(solution).length + 4);
  });

  it("every order steps once per hour, in one call for the whole year if it is independent", () => {
    const step = vi.spyOn(MeritOrder.prototype, "step");
    solveFresh();
    const hours = step.mock.calls.map(([h, end = h + 1]) => end - h);
    step.mockRestore();
    const totalHours = hours.reduce((sum, more) => sum + more, 0);
    // Networks without members share one run.
    expect(totalHours % HOURS).toBe(0);
    expect(totalHours).toBeLessThanOrEqual(6 * HOURS);
    expect(hours).toContain(HOURS);
  });

  it("only flexible participants are visited, each a few times per hour", () => {
    let visits = 0;
    const methods = ["readAvailable", "readRoom", "offer", "deliver", "recover"] as const;
    const spies = methods.map((name) => {
      const original = Fleet.prototype[name];
      return vi.spyOn(Fleet.prototype, name).mockImplementation(function (this: Fleet, index: number, h = 0) {
        visits++;
        original.call(this, index, h);
      });
    });
    const order = new MeritOrder("electricity", oneOfEachKind());
    for (let h = 0; h < HOURS; h++) order.step(h);
    for (const spy of spies) spy.mockRestore();
    expect(visits).toBeGreaterThan(0);
    expect(visits).toBeLessThanOrEqual(2 * HOURS * order.flex.length);
  });

  it("each member of a group is read once for its room when the group has an offer", () => {
    const group = Array.from({ length: 7 }, (_, index) => flex(`boiler ${index}`, 10, 2));
    const order = new MeritOrder("electricity", [mustRun("sun", 9), user("user", 1), ...group]);
    const readRoom = vi.spyOn(Fleet.prototype, "readRoom");
    for (let h = 0; h < 10; h++) order.step(h);
    expect(readRoom).toHaveBeenCalledTimes(10 * group.length);
    readRoom.mockRestore();
  });

  it("stored and owed energy is written to members once a year", () => {
    const battery = storage("battery", {});
    const setStored = vi.fn<(stored: number) => void>();
    Object.defineProperty(battery, "stored", { get: () => 0, set: setStored });
    const order = new MeritOrder("electricity", [user("user", 5), battery]);
    for (let h = 0; h < 100; h++) order.step(h);
    order.end();
    expect(setStored).toHaveBeenCalledTimes(1);
  });

  it("flexible producers are read only as far as needed, for any number of producers and buyers", () => {
    const batteries = Array.from({ length: 30 }, (_, index) => {
      const battery = storage(`battery ${index}`, { cost: index, price: 0 });
      battery.stored = 100;
      return battery;
    });
    const buyers = Array.from({ length: 20 }, (_, index) => flex(`buyer ${index}`, 100 + index, 0));
    const order = new MeritOrder("electricity", [user("user", 5), ...batteries, ...buyers]);
    const readAvailable = vi.spyOn(Fleet.prototype, "readAvailable");
    for (let h = 0; h < 10; h++) order.step(h);
    expect(readAvailable.mock.calls.length).toBeLessThanOrEqual(10 * (1 + 2 * buyers.length));
    readAvailable.mockRestore();
  });
});
