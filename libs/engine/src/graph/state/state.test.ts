import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { sketch, sketchModel, sketchYear, type GraphSketch } from "../graph.fixture.ts";
import { ReusedMemory } from "../../reused-memory.ts";
import { GraphState } from "./state.ts";
import { modelTopology } from "../topology/topology.ts";
import { YearState } from "./year.ts";
import { share } from "./shared-memory.fixture.ts";

const graph: GraphSketch = {
  nodes: {
    homes: { demand: 10, attributes: { number_of_units: 3, fever: { share_in_group: 0.5, group: "heat" } } },
    well: {},
  },
  edges: { "well-homes@gas": {} },
};

describe("a graph's state", () => {
  it("a graph's state is nil (NaN) wherever nothing has been written", () => {
    const { state } = sketch(graph);
    const areNil = (numbers: Float64Array): boolean => numbers.every((number) => Number.isNaN(number));
    expect(
      areNil(state.edgeValue) && areNil(state.demand) && areNil(state.netConversion) && areNil(state.edgeCo2PerMj),
    ).toBe(true);
    expect(state.column("number_of_units")).toEqual(Float64Array.of(3, NaN));
  });

  it("a reused state contains no numbers of the released state", () => {
    const { topology } = sketch(graph).state;
    const memory = new ReusedMemory();
    const { buffer } = new GraphState(topology);
    const newBytes = new Uint8Array(buffer.slice());
    const released = new GraphState(topology, undefined, memory);
    new Uint8Array(released.buffer).fill(1);
    released.release();
    const reused = new GraphState(topology, undefined, memory);
    expect(reused.buffer).toBe(released.buffer);
    expect(new Uint8Array(reused.buffer)).toEqual(newBytes);
  });

  it("a state is released once, and never through a view of its numbers", () => {
    const { topology } = sketch(graph).state;
    const memory = new ReusedMemory();
    const newState = (): GraphState => new GraphState(topology, undefined, memory);
    const state = newState();
    new GraphState(topology, state.content, memory).release();
    expect(newState().buffer).not.toBe(state.buffer);
    state.release();
    state.release();
    const [one, other] = [newState(), newState()];
    expect(one.buffer).toBe(state.buffer);
    expect(other.buffer).not.toBe(state.buffer);
  });

  it("a copy of a graph's state includes numbers, flags, records and curves, but not the net values", () => {
    const source = sketch(graph).calculate().state;
    source.setRecordEntry(0, "fever", "share_in_group", 0.25);
    source.setCurve(0, "availability_curve", Float64Array.of(1, 2));
    source.netShare[0] = 0;
    const copy = new GraphState(source.topology);
    copy.copyFrom(source);
    expect(copy.edgeValue).toEqual(source.edgeValue);
    expect(copy.edgeCalculated).toEqual(source.edgeCalculated);
    expect(copy.record(0, "fever")).toEqual({ share_in_group: 0.25, group: "heat" });
    expect(copy.curve(0, "availability_curve")).toEqual(Float64Array.of(1, 2));
    expect(copy.netShare[0]).toBeNaN();
  });

  it("writes to a copy of a graph's state do not affect the original", () => {
    const source = sketch(graph).state;
    const copy = new GraphState(source.topology);
    copy.copyFrom(source);
    copy.demand[0] = 1;
    copy.setRecordEntry(0, "fever", "share_in_group", 0.25);
    expect(source.demand[0]).toBeNaN();
    expect(source.record(0, "fever")!["share_in_group"]).toBe(0.5);
  });

  it("a state tracks which entries of records match the documents, even after a copy", () => {
    const { state } = sketch(graph);
    const changedState = sketch(graph).state;
    changedState.setRecordEntry(0, "fever", "share_in_group", 0.25);
    expect(state.matchesDocuments("fever.share_in_group")).toBe(true);
    state.copyFrom(changedState);
    expect(state.matchesDocuments("fever.share_in_group")).toBe(false);
    expect(state.matchesDocuments("fever.group")).toBe(true);
    state.setRecordEntry(0, "fever", "share_in_group", 0.5);
    expect(state.matchesDocuments("fever.share_in_group")).toBe(true);
  });

  it("a state gets a new generation when derived values become stale", () => {
    const { state } = sketch(graph);
    const previousGeneration = state.generation;
    state.reset(sketch(graph).state);
    expect(state.generation).not.toBe(previousGeneration);
  });

  it("a state computes lazy curves once, on first read", () => {
    const { state } = sketch(graph);
    let count = 0;
    state.setLazyCurve(1, "gas_output_curve", { make: () => Float64Array.of(++count) });
    expect(state.curve(1, "gas_output_curve")).toEqual(Float64Array.of(1));
    expect(state.curve(1, "gas_output_curve")).toEqual(Float64Array.of(1));
  });

  it("a state drops a curve that is set to nil or to an empty list", () => {
    const { state } = sketch(graph);
    for (const noCurve of [null, new Float64Array(0)]) {
      state.setCurve(0, "availability_curve", Float64Array.of(1));
      state.setCurve(0, "availability_curve", noCurve);
      expect(state.curve(0, "availability_curve")).toBeNull();
    }
  });

  it("a graph's state rejects unknown names and records", () => {
    const { state } = sketch(graph);
    expect(() => state.column("demnad")).toThrow('"demnad" is not a stored node attribute of this model');
    expect(() => state.setRecordEntry(1, "fever", "group", "heat")).toThrow("well has no fever");
  });
});

describe("a dataset", () => {
  const { definition, dataset } = sketchModel(graph);
  const topology = modelTopology(definition).energy;

  it("a dataset writes dotted columns into records", () => {
    const columns = ["preset_demand", "fever.share_in_group"];
    const nodeValues = Float64Array.of(10, NaN, 0.125, NaN);
    const state = GraphState.fromDataset(topology, { ...dataset.energy, nodeColumns: columns, nodeValues });
    expect(state.record(0, "fever")).toEqual({ share_in_group: 0.125, group: "heat" });
    expect(state.record(1, "fever")).toBeNull();
  });

  it("a dataset of another model is rejected", () => {
    const shortDataset = { ...dataset.energy, slotConversion: new Float64Array(1) };
    expect(() => GraphState.fromDataset(topology, shortDataset)).toThrow(
      "energy.slotConversion has 1 numbers, expected 2",
    );
    const unknownColumn = { ...dataset.energy, nodeColumns: ["preset_demand", "shoe_size"] };
    expect(() => GraphState.fromDataset(topology, unknownColumn)).toThrow('"shoe_size" is not a stored node attribute');
  });

  it("a dataset without the share of a share edge is rejected", () => {
    const withoutShare = { ...dataset.energy, edgeShare: Float64Array.of(NaN) };
    expect(() => GraphState.fromDataset(topology, withoutShare)).toThrow("well-homes@gas has no share in the dataset");
  });
});

describe("a year's state", () => {
  it("a year's state starts with the numbers of the dataset, including area, carriers and emissions", () => {
    const year = sketchYear(graph);
    expect(year.area.get("use_merit_order_demands")).toBe(true);
    expect(year.emissions.get("households_energetic_co2")).toBe(7);
    const co2 = year.carrierColumns[year.topology.carrierColumnByName.get("co2_conversion_per_mj")!]!;
    expect(co2[year.topology.energy.carrierByKey.get("gas")!]).toBe(1);
  });

  it("a year's state is the present if and only if it is the start year", () => {
    expect(sketchYear(graph, undefined, 2023).isPresent).toBe(true);
    expect(sketchYear(graph, undefined, 2050).isPresent).toBe(false);
  });

  it("a year's state shares unmodified data with its copies", () => {
    const year = sketchYear(graph);
    const copy = new YearState(year.topology, year.span, year);
    expect(copy.area.entries).toBe(year.area.entries);
    expect(copy.emissions.entries).toBe(year.emissions.entries);
    copy.area.set("anything", 1);
    expect(copy.area.entries).not.toBe(year.area.entries);
    expect(year.area.get("anything")).toBeUndefined();
    expect(copy.emissions.entries).toBe(year.emissions.entries);
  });

  it("a year's state can be reset after any change", () => {
    const year = sketchYear(graph);
    const start = sketchYear(graph);
    year.area.set("anything", 1);
    year.emissions.set("anything", 1);
    year.carrierColumns[0]!.fill(1);
    year.energy.demand.fill(1);
    year.energy.netShare.fill(1);
    year.reset(start);
    expect(year.area.entries).toEqual(start.area.entries);
    expect(year.emissions.entries).toEqual(start.emissions.entries);
    expect(year.carrierColumns).toEqual(start.carrierColumns);
    expect(year.energy.demand).toEqual(start.energy.demand);
    expect(year.energy.netShare[0]).toBeNaN();
  });

  it("a year's state can be read by another thread", async () => {
    const year = sketchYear(graph);
    year.energy.demand[0] = 42;
    year.energy.setRecordEntry(0, "fever", "share_in_group", 0.25);
    year.energy.setLazyCurve(0, "heat_input_curve", { make: () => Float64Array.of(1, 2, 3) });
    const echo =
      'const { parentPort, workerData } = require("node:worker_threads"); parentPort.postMessage(workerData);';
    const worker = new Worker(echo, { eval: true, workerData: year.toShared(share) });
    const received = new Promise<ReturnType<YearState["toShared"]>>((resolve) => {
      worker.once("message", resolve);
    });
    const receivedContent = await received;
    await worker.terminate();

    const view = new YearState(year.topology, receivedContent.span, receivedContent);
    expect(view.energy.demand[0]).toBe(42);
    expect(view.energy.record(0, "fever")!["share_in_group"]).toBe(0.25);
    expect(view.energy.curve(0, "heat_input_curve")).toEqual(Float64Array.of(1, 2, 3));
    expect(view.area.entries).toEqual(year.area.entries);
    // The shared state is a copy, so the memory of the year may be released.
    year.energy.demand[0] = 43;
    expect(view.energy.demand[0]).toBe(42);
  });

  it("a year's state of another model cannot be opened", () => {
    const other = sketchYear({ nodes: { lonely: {} }, edges: {} });
    const year = sketchYear(graph);
    expect(() => new YearState(other.topology, year.span, year.toShared(share))).toThrow("made for another model");
  });
});
