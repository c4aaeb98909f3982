import { describe, expect, it } from "vitest";
import { evaluate, keys, withQueries } from "../evaluate.fixture.ts";
import type { Value } from "../world.ts";
import { errors, table } from "./rows.fixture.ts";

describe("objects", () => {
  table([
    ["L(coal_plant,unknown,coal_plant)", ["coal_plant"]],
    ["L(G(heaters),coal_plant,G(plants))", ["boiler", "coal_plant"]],
    ["L(coal_plant,G(plants),house)", ["coal_plant", "house", "boiler"]],
    ["L(5,nil)", [5n]],
    ["LOOKUP([coal_plant,[boiler]])", ["coal_plant", "boiler"]],
    ["ML(air)", ["air"]],
    ["G(plants,heaters)", ["coal_plant", "boiler", "boiler"]],
    ["GROUP(nobody)", []],
    ["MG(gases)", ["air"]],
    ["EG(supply)", ["coal_plant-house@electricity", "boiler-house@heat"]],
    ["SECTOR(households)", ["house"]],
    ['SECTOR(ipcc,"Fuels production")', ["coal_plant"]],
    ['MSECTOR(ipcc,"Fuels production")', ["coal_plant"]],
    ["USE(energetic)", ["house", "boiler"]],
    ["MUSE(energetic,non_energetic)", ["air"]],
    ["MUSE(unknown)", []],
    ["MCARRIER(electricity)", []],
    ["ALL()", ["coal_plant", "boiler", "house", "share"]],
    ["MALL()", ["air"]],
    ["CARRIER(electricity,vapour)", ["electricity"]],
    ["AREA()", "nl"],
    ["AREA(population)", 17_000_000n],
    ["GRAPH()", "energy"],
    ["GRAPH(year)", 2023n],
    ["GRAPH(graph)", "energy"],
    ["EDGE(coal_plant,house)", "coal_plant-house@electricity"],
    ["EDGE(house,coal_plant)", "coal_plant-house@electricity"],
    ["EDGE(V(house),boiler)", "boiler-house@heat"],
    ["EDGE(coal_plant,boiler)", null],
    ["EDGE(coal_plant,unknown)", null],
    ["OUTPUT_SLOTS(coal_plant)", ["coal_plant+electricity"]],
    ["OUTPUT_SLOTS(coal_plant,electricity)", ["coal_plant+electricity"]],
    ["OUTPUT_SLOTS(coal_plant,boiler,heat)", []],
    ["INPUT_SLOTS(unknown,heat)", []],
    ["INPUT_EDGES(V(house))", ["coal_plant-house@electricity", "boiler-house@heat"]],
    ["INPUT_EDGES(V(house),constant)", ["boiler-house@heat"]],
    ['INPUT_EDGES(V(house),"value > 30")', ["coal_plant-house@electricity"]],
    ["INPUT_EDGES(OUTPUT_SLOTS(coal_plant))", ["coal_plant-house@electricity"]],
    ["OUTPUT_EDGES(V(boiler))", ["boiler-house@heat"]],
    ["EDGES(V(house))", []],
    ["CHILDREN(V(house))", ["coal_plant", "boiler"]],
    ["PARENTS(G(plants))", ["house"]],
    ["INTERSECTION(G(plants),G(heaters))", ["boiler"]],
    ["INTERSECTION([1,2,2],[9],[2])", [2n]],
    ["EXCLUDE(G(plants),G(heaters))", ["coal_plant"]],
    ["EXCLUDE([1,1,2],[2])", [1n, 1n]],
    ["FIRST([1,[2]])", 1n],
    ["LAST([1,[2]])", 2n],
    ["ELEMENT_AT([5,6,7],1)", 6n],
    ["ELEMENT_AT([5,6,7],(1.0/0).to_s)", 5n],
    ["SORT_BY(ALL(),demand)", ["share", "house", "boiler", "coal_plant"]],
    ["FLATTEN([1,[nil,2]],3)", [1n, 2n, 3n]],
    ["EMISSIONS()", "emissions"],
    ["EMISSIONS(:'energy-power',energetic,co2)", 30],
    ['EMISSIONS("energy.power",energetic,co2,1990)', 50],
    ["EMISSIONS(energy_power,energetic,other_ghg)", null],
    ["EMISSIONS(households,energetic)", "households_energetic"],
    ['EMISSIONS(ipcc,"Fuels production",co2,1990)', 51],
    ['EMISSIONS(ipcc,"Fuels production",co2)', 31],
  ]);
  errors([
    ["AREA(number_of_residences)", "nl has no number_of_residences"],
    ["CHILDREN(house)", "expected a node, found the name house"],
    ["INTERSECTION(1.0,[])", "expected a list, found a number"],
    ["G(1)", "expected a name, found a number"],
    ["SECTOR(crt,x)", "unknown scheme crt"],
    ["EMISSIONS(ipcc,x)", "needs a greenhouse gas"],
    ["EMISSIONS(ipcc,x,co2,1990,y)", "accepts a single value"],
    ["EMISSIONS(energy_power)", "EMISSIONS expects"],
  ]);

  it("a cached list is reused without searching it again for names and repetitions", () => {
    const { evaluation, library } = withQueries({});
    const run = (text: string): Value => evaluation.run(library.compileProgram(text), "present");
    const group = run("G(plants)");
    expect(keys(group)).toEqual(keys(evaluate("L(G(plants), G(plants))")));
    expect(run("L(G(plants))")).toBe(group);
    expect(run("L([G(plants)])")).not.toBe(group);
  });
});
