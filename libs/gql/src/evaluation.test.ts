import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { keys, withQueries } from "./evaluate.fixture.ts";
import { Evaluation, YearResults } from "./evaluation.ts";
import { QueryLibrary } from "./library.ts";
import { GqlError } from "./world.ts";
import { FakeWorld, vocabulary } from "./world.fixture.ts";

describe("gqueries", () => {
  it("gqueries are evaluated on the requested year, regardless of their modifier", () => {
    const { evaluation } = withQueries({ demand: "future:V(coal_plant,demand)", twice: "Q(demand)*2" });
    expect(evaluation.query("twice", "present")).toBe(200);
    expect(evaluation.query("twice", "future")).toBe(240);
  });

  it("gqueries are evaluated once per evaluation and year", () => {
    const { evaluation, library, present, future } = withQueries({ demand: "V(coal_plant,demand)" });
    expect(evaluation.query("demand", "present")).toBe(100);
    present.coalPlant.attributes.set("demand", 1);
    expect(evaluation.query("demand", "present")).toBe(100);
    expect(evaluation.query("demand", "future")).toBe(120);
    expect(new Evaluation(library, present, future).query("demand", "present")).toBe(1);
  });

  it("a nil result is also cached", () => {
    const { evaluation, present } = withQueries({ none: "AREA(flag)" });
    present.area.attributes.set("flag", null);
    expect(evaluation.query("none", "present")).toBeNull();
    present.area.attributes.set("flag", 1);
    expect(evaluation.query("none", "present")).toBeNull();
  });

  it("a closed evaluation throws on every query, including cached ones", () => {
    const { evaluation, library } = withQueries({ demand: "V(coal_plant,demand)" });
    expect(evaluation.query("demand", "present")).toBe(100);
    evaluation.close();
    const closedMessage = "memory was released";
    expect(() => evaluation.query("demand", "present")).toThrow(closedMessage);
    expect(() => evaluation.answer(library.find("demand")!)).toThrow(closedMessage);
    expect(() => evaluation.run(library.compileProgram("1"), "present")).toThrow(closedMessage);
  });

  it("failures are not cached", () => {
    const { evaluation, present } = withQueries({ flag: "AREA(flag)" });
    expect(() => evaluation.query("flag", "present")).toThrow(GqlError);
    present.area.attributes.set("flag", 1);
    expect(evaluation.query("flag", "present")).toBe(1);
  });

  it("QUERY_PRESENT(key) and Q(key) cache their results separately", () => {
    const { evaluation, present } = withQueries({ demand: "V(coal_plant,demand)", past: "QUERY_PRESENT(demand)" });
    expect(evaluation.query("demand", "present")).toBe(100);
    present.coalPlant.attributes.set("demand", 1);
    expect(evaluation.query("past", "future")).toBe(1);
    expect(evaluation.query("demand", "present")).toBe(100);
  });

  it("gqueries are also found by deprecated keys, and the last of equal keys wins", () => {
    const { evaluation, library } = withQueries({ a: "1" }, [
      { key: "b", query: "2", unit: "MJ", deprecatedKey: "old_b" },
      { key: "c", query: "3", unit: null, deprecatedKey: "a" },
    ]);
    expect(evaluation.query("old_b", "future")).toBe(2n);
    expect(evaluation.query("a", "future")).toBe(3n);
    expect(library.find("old_b")?.key).toBe("b");
    expect(library.find("old_b")?.text).toBe("2");
    expect(library.find("z")).toBeUndefined();
  });

  it("gqueries with syntax errors throw when they are requested, and others work", () => {
    const { evaluation, library } = withQueries({ bad: "SUM(1", good: "1", uses: "Q(bad)" });
    expect(library.check().map(({ key }) => key)).toEqual(["bad"]);
    expect(evaluation.query("good", "future")).toBe(1n);
    expect(() => evaluation.query("uses", "future")).toThrow("bad, line 1");
  });

  it("the error of a gquery names the queries that led to it", () => {
    const { evaluation } = withQueries({ inner: "1/0", outer: "Q(inner)" });
    expect(() => evaluation.query("outer", "present")).toThrow(
      expect.objectContaining({ message: "inner, line 1, column 2: divided by 0", queries: ["inner", "outer"] }),
    );
  });

  it("gqueries that depend on their own result throw instead of recursing forever", () => {
    const { evaluation } = withQueries({ a: "Q(b)", b: "SUM(Q(c),1)", c: "Q(b)", own: "Q(own)" });
    expect(() => evaluation.query("a", "present")).toThrow("the query b depends on its own result: b → c → b");
    expect(() => evaluation.query("own", "present")).toThrow("own → own");
    // A second query throws the same error.
    expect(() => evaluation.query("a", "present")).toThrow("its own result");
  });

  it("gqueries may depend on themselves in the other year", () => {
    const { evaluation } = withQueries({ a: "IF(GRAPH().future?,->{QUERY_PRESENT(a)+1},->{1})" });
    expect(evaluation.query("a", "future")).toBe(2n);
  });

  it("MAP does not change the list that it maps", () => {
    const { evaluation } = withQueries({ list: "[1,2]", more: "MAP(Q(list),->(x){x+10})", after: "Q(list)" });
    expect(evaluation.query("list", "present")).toEqual([1n, 2n]);
    expect(evaluation.query("more", "present")).toEqual([11n, 12n]);
    expect(evaluation.query("after", "present")).toEqual([1n, 2n]);
    expect(evaluation.query("list", "future")).toEqual([1n, 2n]);
  });

  it("MAP never changes values of the world", () => {
    const { evaluation, library, present } = withQueries({ plants: "G(plants)" });
    evaluation.run(library.compileProgram("MAP(ALL(),demand)"), "present");
    expect(keys(evaluation.run(library.compileProgram("ALL()"), "present"))).toContain("boiler");
    const curve = Float64Array.of(1, 2);
    present.curves.set("price_curve", curve);
    evaluation.run(library.compileProgram("MAP(ATTACHED_CURVE(price_curve),->(x){x*2})"), "present");
    expect([...curve]).toEqual([1, 2]);
  });

  it("variables are unset at the start of every evaluation", () => {
    const { evaluation, library } = withQueries({});
    const program = library.compileProgram("IF(true,nil,->{x=1});x=[x,5];x");
    expect(evaluation.run(program, "present")).toEqual([null, 5n]);
    expect(evaluation.run(program, "present")).toEqual([null, 5n]);
  });

  it("attributes are looked up in the vocabulary once per name", () => {
    const lookups: string[] = [];
    const countingVocabulary = {
      ...vocabulary,
      attribute: (name: string) => {
        lookups.push(name);
        return vocabulary.attribute(name);
      },
    };
    const query = 'SUM(V(coal_plant,demand),V(boiler,demand),V(G(plants),"demand*2"))';
    const gqueries = ["a", "b"].map((key) => ({ key, query, unit: null, deprecatedKey: null }));
    QueryLibrary.compile(gqueries, countingVocabulary).check();
    expect(lookups.filter((name) => name === "demand")).toHaveLength(1);
  });
});

describe("base-year results shared by scenarios", () => {
  const texts = {
    plain: "V(coal_plant,demand)",
    twice: "Q(plain)*2",
    chosen: 'Q("pl"+"ain")+1',
    slider: "INPUT_VALUE(slider)",
    of_slider: "SUM(Q(slider),Q(plain))",
    chosen_slider: 'Q("sl"+"ider")',
    text: 'QUERY_PRESENT("INPUT_VALUE(slider)")',
    change: "QUERY_DELTA(plain)",
    later: "QUERY_FUTURE(plain)",
    attached: "ATTACHED_CURVE(price_curve)",
    goals: "COUNT(GRAPH().goals)",
    goal: "GOAL_IS_SET(co2)",
    unused: "IF(true,->{Q(plain)},->{Q(slider)})",
    broken: "Q(slider)+Q(plain)+nil",
    hash: "h={a:Q(plain)};h",
    lambda: "->{INPUT_VALUE(slider)}",
    list: 'V(FILTER(ALL(),"demand > 50"),demand)',
    past: "QUERY_PRESENT(plain)",
  };
  const queryKeys = Object.keys(texts) as (keyof typeof texts)[];

  /** Two scenarios over one base year; the second has other sliders, goals, curves and another future. */
  function scenarios(): { readonly first: Evaluation; readonly second: Evaluation; readonly present: FakeWorld } {
    const { library, present } = withQueries(texts);
    const results = new YearResults();
    const scenario = (slider: number, demand: number): Evaluation => {
      const world = Object.create(present) as FakeWorld;
      Object.assign(world, { inputs: new Map([["slider", slider]]), curves: new Map() });
      if (slider > 1) world.curves.set("price_curve", Float64Array.of(slider));
      const future = new FakeWorld("future");
      future.coalPlant.attributes.set("demand", demand);
      return new Evaluation(library, world, future, results);
    };
    return { first: scenario(1, 1000), second: scenario(2, 2000), present };
  }

  const valueOrError = (evaluation: Evaluation, key: string): unknown => {
    try {
      return evaluation.query(key, "present");
    } catch (error) {
      if (error instanceof GqlError) return error.message;
      throw error;
    }
  };

  it.each(["plain", "twice", "chosen", "unused", "list"] as const)("%s is evaluated once for all scenarios", (key) => {
    const { first, second, present } = scenarios();
    const result = valueOrError(first, key);
    present.coalPlant.attributes.set("demand", 7);
    expect(valueOrError(second, key)).toEqual(result);
  });

  it.each([
    ["slider", 1, 2],
    ["of_slider", 101, 102],
    ["chosen_slider", 1, 2],
    ["text", 1, 2],
    ["later", 1000, 2000],
    ["change", 0, 0],
    ["attached", null, Float64Array.of(2)],
    [
      "broken",
      "broken, line 1, column 19: expected a number, found nil",
      "broken, line 1, column 19: expected a number, found nil",
    ],
  ] as const)("%s is evaluated for each scenario", (key, firstResult, secondResult) => {
    const { first, second } = scenarios();
    expect(valueOrError(first, key)).toEqual(firstResult);
    expect(valueOrError(first, key)).toEqual(firstResult);
    expect(valueOrError(second, key)).toEqual(secondResult);
  });

  it("hashes and lambdas are not shared between scenarios", () => {
    const { first, second } = scenarios();
    expect(valueOrError(second, "hash")).not.toBe(valueOrError(first, "hash"));
    expect(valueOrError(second, "lambda")).not.toBe(valueOrError(first, "lambda"));
  });

  it("shared results equal the results of each scenario alone, in any order of queries", () => {
    // Goals only exist once they are requested, and lambdas refer to their evaluation.
    const comparableKeys = queryKeys.filter((key) => key !== "goals" && key !== "lambda");
    const resultsAlone = (name: "first" | "second"): Map<string, unknown> => {
      const scenario = scenarios()[name];
      return new Map(comparableKeys.map((key) => [key, valueOrError(scenario, key)]));
    };
    const expected = { first: resultsAlone("first"), second: resultsAlone("second") };
    const step = fc.tuple(fc.constantFrom("first", "second"), fc.constantFrom(...comparableKeys));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const sharingScenarios = scenarios();
        for (const [name, key] of steps)
          expect(valueOrError(sharingScenarios[name], key)).toEqual(expected[name].get(key));
      }),
    );
  });
});

describe("the dependencies of a program", () => {
  const { library } = withQueries({
    plain: "V(coal_plant,demand)",
    twice: "Q(plain)*2",
    slider: "INPUT_VALUE(slider)",
    deep: "SUM(Q(twice),->{Q(slider)})",
    own: "Q(own)",
    round: "Q(trip)",
    trip: "SUM(Q(round),Q(slider))",
  });

  it.each([
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", "year"],
    ["CLAMP_CURVE([1.0],0,2)", "year"],
    ["SUM(Q(twice),QUERY_PRESENT(plain),QUERY_PRESENT(->{V(boiler,demand)}))", "year"],
    ["Q(missing)", "year"],
    ["QUERY_PRESENT(->{INPUT_VALUE(slider)})", "beyond"],
    ["V(G(plants),->{GOAL_IS_SET(co2)})", "beyond"],
    ["[1].map{|x| ATTACHED_CURVE(price_curve)}", "beyond"],
    ["DATASET_CURVE(weather)", "beyond"],
    ["QUERY_FUTURE(plain)", "beyond"],
    ["QUERY(deep)", "beyond"],
    ["Q(trip)", "beyond"],
    ["Q(own)", "unknown"],
    ['Q("plain")', "unknown"],
    ["Q(UPDATE_OBJECT().key)", "unknown"],
    ['QUERY_PRESENT("1")', "unknown"],
  ])("%s has the reach %s", (text, reach) => {
    expect(library.reachOf(library.compileProgram(text))).toBe(reach);
  });
});

describe("lists that depend only on the model's structure", () => {
  /**
   * The block entries read by a query's lists, the outermost list first, without lists that depend on anything else.
   */
  function blockEntriesOf(query: string): readonly (readonly string[])[] {
    const { evaluation, library, present } = withQueries({});
    for (const { attributes } of [present.coalPlant, present.boiler, present.house, present.share])
      for (const name of ["merit_order", "demand", "curve"]) if (!attributes.has(name)) attributes.set(name, null);
    const program = library.compileProgram(query);
    evaluation.run(program, "present");
    return present.structuralLists.map(({ entries }) => entries);
  }

  it.each([
    ["ALL()", []],
    ["INTERSECTION(G(plants),EXCLUDE(SECTOR(households),USE(energetic)))", []],
    ["PARENTS(V(boiler))", []],
    ['FILTER(G(plants),"merit_order")', []],
    [
      "FILTER(ALL(),\"merit_order && (merit_order.type == :flex || !(merit_order.level.to_s == 'a'))\")",
      ["merit_order.level", "merit_order.type"],
    ],
  ])("%s reads %j", (query, entries) => {
    expect(blockEntriesOf(query)[0]).toEqual(entries);
  });

  it.each([
    ['FILTER(G(plants),"demand > 50")', "an attribute that calculations change"],
    ['FILTER(G(plants),"merit_order && demand > 50")', "such an attribute next to a block"],
    ['FILTER(G(plants),"self")', "the object itself"],
    ['FILTER(G(plants),"plus(1) > 0")', "a method"],
  ])("%s is not structural: it depends on %s", (query) => {
    // Only G(plants), one of the two lists.
    expect(blockEntriesOf(query)).toEqual([[]]);
  });

  it("structural lists are read from the world once per evaluation and year, for all queries", () => {
    const { evaluation, library, present } = withQueries({ a: "COUNT(G(plants))", b: "V(G(plants),demand)" });
    evaluation.query("a", "present");
    evaluation.query("b", "present");
    evaluation.run(library.compileProgram("G(plants)"), "present");
    expect(present.structuralLists).toHaveLength(1);
  });
});

describe("range queries", () => {
  const { evaluation, library } = withQueries({});

  it("range queries run in the year that their modifier names", () => {
    expect(evaluation.evaluateRange(library.compileProgram("present:V(coal_plant,demand)"))).toBe(100);
    expect(evaluation.evaluateRange(library.compileProgram("future:V(coal_plant,demand)"))).toBe(120);
  });

  it.each(["V(coal_plant,demand)", "stored:1"])("%s throws", (text) => {
    expect(() => evaluation.evaluateRange(library.compileProgram(text))).toThrow('expected "present:" or "future:"');
  });
});

describe("inputs", () => {
  /** The attribute of the future coal plant after an input. */
  function attributeAfter(
    text: string,
    { value = 5, updateType = null }: { value?: number | string; updateType?: string | null } = {},
    attribute = "demand",
  ): unknown {
    const { evaluation, library, future } = withQueries({});
    evaluation.update(library.compileProgram(text), "future", { value, updateType, years: 10 });
    return future.coalPlant.attributes.get(attribute);
  }

  it.each([
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", {}, 5],
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", { updateType: "%" }, 120 + 120 * 0.05],
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", { updateType: "%y" }, 120 * 1.05 ** 10],
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", { updateType: "mixed" }, 5],
    ["UPDATE(V(coal_plant),demand,USER_INPUT())", { value: "default" }, "default"],
    ["UPDATE_WITH_FACTOR(V(coal_plant),demand,USER_INPUT())", { value: 2 }, 240],
    ["UPDATE_WITH_FACTOR(V(coal_plant),demand,2.0)", { updateType: "%y" }, 240],
    ["UPDATE_ABSOLUTE(V(coal_plant),demand,2.0)", { updateType: "%y" }, 2],
    ['UPDATE(V(coal_plant),"demand",7)', {}, 7n],
    ["UPDATE(V(coal_plant),demand,->{USER_INPUT()*2})", {}, 10],
    ["UPDATE(V(coal_plant),demand,[3,4])", {}, 3n],
    ["UPDATE(V(coal_plant),demand,[])", {}, null],
    ["UPDATE(V(unknown),demand,7)", {}, 120],
    ["UPDATE(EDGE(unknown,house),demand,7)", {}, 120],
    ["UPDATE()", {}, 120],
    [
      "EACH(UPDATE(V(coal_plant),demand,1),UPDATE(V(coal_plant),demand,QUERY_FUTURE(->{V(coal_plant,demand)})+1))",
      {},
      2n,
    ],
    ["UPDATE(V(coal_plant),demand,UPDATE_OBJECT())", {}, null],
    ["a=USER_INPUT()/2;UPDATE(V(coal_plant),demand,a)", {}, 2.5],
  ])("%s with %j updates the attribute", (text, input, expected) => {
    expect(attributeAfter(text, input)).toEqual(expected);
  });

  it("percentages apply to the stored value, or 0.0 without one, and not to a computed value", () => {
    expect(attributeAfter("UPDATE(V(coal_plant),computed,USER_INPUT())", { updateType: "%" }, "computed")).toBe(0);
    expect(
      attributeAfter("UPDATE(V(coal_plant),number_of_units,USER_INPUT())", { updateType: "%" }, "number_of_units"),
    ).toBe(2.1);
  });

  it("UPDATE writes a curve that is wrapped in a list, and otherwise only the curve's first value", () => {
    const { evaluation, library, future } = withQueries({});
    future.curves.set("price_curve", Float64Array.of(1, 2));
    const run = (text: string): unknown => {
      evaluation.update(library.compileProgram(text), "future", { value: 0, updateType: null, years: 1 });
      return future.coalPlant.attributes.get("curve");
    };
    expect(run("UPDATE(V(coal_plant),curve,[ATTACHED_CURVE(price_curve)])")).toEqual(Float64Array.of(1, 2));
    expect(run("UPDATE(V(coal_plant),curve,ATTACHED_CURVE(price_curve))")).toBe(1);
  });

  it("inputs can write to nested blocks and emissions", () => {
    const { evaluation, library, future } = withQueries({});
    const update = (text: string): void =>
      evaluation.update(library.compileProgram(text), "future", { value: 9, updateType: null, years: 1 });
    update("UPDATE(V(coal_plant,merit_order),level,USER_INPUT())");
    update("UPDATE(EMISSIONS(households,energetic),co2,USER_INPUT())");
    expect(evaluation.run(library.compileProgram('V(coal_plant,"merit_order.level")'), "future")).toBe(9);
    expect(future.scope.attributes.get("co2")).toBe(9);
  });

  it("cached results do not change when an input writes", () => {
    const { evaluation, library } = withQueries({ demand: "V(coal_plant,demand)" });
    const input = { value: 1, updateType: null, years: 1 };
    evaluation.update(library.compileProgram("UPDATE(V(boiler),demand,Q(demand))"), "future", input);
    evaluation.update(library.compileProgram("UPDATE(V(coal_plant),demand,1.0)"), "future", input);
    evaluation.update(library.compileProgram("UPDATE(V(house),demand,Q(demand))"), "future", input);
    expect(evaluation.run(library.compileProgram("V(house,boiler,coal_plant,demand)"), "future")).toEqual([
      120, 120, 1,
    ]);
  });

  it("lists are searched again after an input writes", () => {
    const { evaluation, library } = withQueries({});
    const largeNodes = library.compileProgram('V(FILTER(ALL(),"demand > 50"),demand)');
    expect(evaluation.run(largeNodes, "future")).toBe(120);
    const text = 'UPDATE(V(boiler),demand,->{SUM(V(FILTER(ALL(),"demand > 50"),demand))})';
    evaluation.update(library.compileProgram(text), "future", { value: 0, updateType: null, years: 1 });
    expect(evaluation.run(largeNodes, "future")).toEqual([120, 120]);
  });

  it("the current input is removed after an update, even if the update fails", () => {
    const { evaluation, library } = withQueries({});
    const input = { value: 1, updateType: null, years: 1 };
    expect(() => evaluation.update(library.compileProgram("1/0"), "future", input)).toThrow("divided by 0");
    expect(evaluation.run(library.compileProgram("USER_INPUT()"), "future")).toBeNull();
  });

  it("inputs throw for attributes that cannot be written", () => {
    expect(() => attributeAfter("UPDATE([1],demand,2)")).toThrow("expected an object of the graph, found a number");
    expect(() => attributeAfter("UPDATE({a:1},b,2)")).toThrow("a hash has no b");
    expect(() => attributeAfter("UPDATE(V(coal_plant),group,1.0)", { updateType: "%" })).toThrow("expected a number");
  });
});

describe("an evaluation that resumes from the results of another", () => {
  const texts = { plain: "V(coal_plant,demand)", node: "V(coal_plant)" };

  it("a resumed evaluation uses the adopted results, regardless of its own graph", () => {
    const { evaluation, library, present, future } = withQueries(texts);
    evaluation.query("plain", "present");
    const otherPresent = new FakeWorld("present");
    otherPresent.coalPlant.attributes.set("demand", 7);
    const resumed = new Evaluation(library, otherPresent, future);
    resumed.resumeFrom(evaluation.cachedResults!);
    expect(resumed.query("plain", "present")).toBe(new Evaluation(library, present, future).query("plain", "present"));
  });

  it("results that contain objects of their graph are not passed on", () => {
    const { evaluation } = withQueries(texts);
    evaluation.query("node", "future");
    expect(evaluation.cachedResults).toBeNull();
  });
});

describe("a world", () => {
  const curve = "SUM_CURVES(COALESCE_CURVE(nil,2.0,2))";
  const lengths = ({ keptCurves }: FakeWorld): readonly number[] => Array.from(keptCurves, ({ length }) => length);

  it.each([
    ["a result", curve],
    ["in a list", `[1.0,[${curve}]]`],
  ])("a world keeps the curves of cached results: %s", (_, text) => {
    const { evaluation, future, present } = withQueries({ lookups: text });
    evaluation.query("lookups", "future");
    expect([lengths(future), lengths(present)]).toEqual([[2], []]);
  });

  it("a world keeps the curves returned by an expression on an object", () => {
    const { evaluation, present } = withQueries({});
    present.coalPlant.attributes.set("load", Float64Array.of(1, 2, 3));
    expect(evaluation.evaluateOn(present.coalPlant, "load", "present")).toHaveLength(3);
    expect(lengths(present)).toEqual([3]);
  });

  it("a world keeps the curves that an input writes", () => {
    const { library, present, future, evaluation } = withQueries({});
    const update = library.compileProgram(`UPDATE(V(coal_plant),demand,[${curve}])`);
    expect(() => evaluation.update(update, "present", { value: 1, updateType: null, years: 1 })).not.toThrow();
    expect([lengths(present), lengths(future)]).toEqual([[2], []]);
  });

  it("a world keeps neither intermediate curves nor curves of a lambda, which is not cached", () => {
    const { evaluation, future } = withQueries({ length: `COUNT(${curve})`, lambda: `->{ ${curve} }` });
    expect(evaluation.query("length", "future")).toBe(2n);
    expect(evaluation.query("lambda", "future")).not.toBe(evaluation.query("lambda", "future"));
    expect(lengths(future)).toEqual([]);
  });

  it("a list with a lambda is not cached, since the lambda may reference curves whose memory is reused", () => {
    const { evaluation } = withQueries({ lambdas: `[->{ ${curve} }]`, nested: `[[->{ ${curve} }]]` });
    for (const key of ["lambdas", "nested"])
      expect(evaluation.query(key, "future")).not.toBe(evaluation.query(key, "future"));
  });
});
