import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, withQueries } from "../evaluate.fixture.ts";
import { Evaluation } from "../evaluation.ts";
import { GqlError } from "../world.ts";
import { CONSTANTS } from "./arithmetic.ts";
import { FUNCTIONS } from "./index.ts";
import { errors } from "./rows.fixture.ts";

/** Constants of the reference that no document uses. */
const RARELY_USED = [
  "MAN_HOURS_PER_MAN_YEAR",
  "MAN_YEAR_PER_MJ_INSULATION_PER_YEAR",
  "MJ_TO_MHW",
  "MJ_TO_PJ",
  "EURO_SIGN",
  "FLOAT_HACK",
];

describe("errors in the text have a position", () => {
  errors([
    ["SMU(1)", /line 1, column 1: unknown function SMU\n {2}SMU\(1\)\n {2}\^/],
    ["1+BILIONS", /column 3: unknown constant BILIONS/],
    ["SUM(1){|x|x}", "SUM takes no block"],
  ]);
});

describe("a random call of a function", () => {
  const { argument } = fc.letrec<{ argument: string }>((tie) => ({
    argument: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(
        "nil",
        "true",
        "false",
        "0",
        "-3",
        "2.5",
        "0.0/0.0",
        "1.0/0",
        "[]",
        "{a:1}",
        '"text"',
        '"demand"',
      ),
      fc.constantFrom("demand", "coal_plant", "share", "unknown", "plus(1)", "->{1}", "->(x){x}", "ALL()", "AREA()"),
      fc.constantFrom("EG(supply)", "CUMULATIVE_CURVE([1,2])", "GOAL(co2)", "EMISSIONS()", "V(coal_plant,merit_order)"),
      fc.array(tie("argument"), { maxLength: 3 }).map((items) => `[${items.join(",")}]`),
      fc
        .tuple(tie("argument"), fc.constantFrom("+", "-", "*", "/", "**", "==", "<", "&&"), tie("argument"))
        .map(([a, operator, b]) => `(${a}${operator}${b})`),
      fc
        .tuple(tie("argument"), fc.constantFrom("sum", "max", "first", "key", "round", "to_s", "length", "demand"))
        .map(([receiver, method]) => `(${receiver}).${method}`),
      fc
        .tuple(fc.constantFrom(...Object.keys(FUNCTIONS)), fc.array(tie("argument"), { maxLength: 4 }))
        .map(([name, args]) => `${name}(${args.join(",")})`),
    ),
  }));

  it("a call returns a value or throws a GqlError", () => {
    fc.assert(
      fc.property(argument, (text) => {
        expect(valueOrError(text)).toBeDefined();
      }),
      { numRuns: 5000 },
    );
  });

  it("a call reads only the parts of the scenario and the future that its function declares", () => {
    const functionsWithoutReads = Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name]!.reads === null);
    const functionsWithReads = Object.keys(FUNCTIONS).filter((name) => !functionsWithoutReads.includes(name));
    expect(functionsWithReads.toSorted()).toEqual(
      ["ATTACHED_CURVE", "DATASET_CURVE", "GOAL", "GOAL_IS_SET", "GOAL_USER_VALUE", "INPUT_VALUE", "Q", "QUERY"].concat(
        ["QUERY_DELTA", "QUERY_FUTURE", "QUERY_PRESENT"],
      ),
    );
    const { library, present, future } = withQueries({});
    const accesses: string[] = [];
    for (const name of ["inputValue", "attachedCurve", "datasetCurve"] as const)
      present[name] = () => {
        accesses.push(name);
        return null as never;
      };
    // A world that records every use.
    const watchedWorld = new Proxy(future, {
      get: (world, name) => {
        accesses.push(`future ${String(name)}`);
        return Reflect.get(world, name) as unknown;
      },
    });
    const evaluation = new Evaluation(library, present, watchedWorld);
    fc.assert(
      fc.property(argument, (text) => {
        fc.pre(!functionsWithReads.some((name) => new RegExp(`\\b${name}\\(`).test(text)));
        valueOrError(text, () => evaluation.run(library.compileProgram(text), "present"));
        expect(accesses).toEqual([]);
      }),
      { numRuns: 5000 },
    );
  });

  function valueOrError(text: string, run = () => evaluate(text)): unknown {
    try {
      return run();
    } catch (error) {
      if (error instanceof GqlError) return error;
      throw error;
    }
  }
});

describe("the table of functions", () => {
  it("every function is in the user documentation", () => {
    const namesIn = (page: string): ReadonlySet<string> =>
      new Set(readFileSync(join(import.meta.dirname, "../../../../docs", page), "utf8").match(/\b[A-Z][A-Z_]*\b/g));
    const functions = namesIn("reference/functions.md");
    const constants = namesIn("gql.md");
    expect(Object.keys(FUNCTIONS).filter((name) => !functions.has(name))).toEqual([]);
    expect(Object.keys(CONSTANTS).filter((name) => !constants.has(name))).toEqual(RARELY_USED);
  });

  it("the table has every function of the reference's documents", () => {
    const documentedNames = `V VALUE MV ML L LOOKUP MLOOKUP M MAP ATTR A GET Q QUERY QUERY_PRESENT QUERY_FUTURE QUERY_DELTA G
      GROUP MG MGROUP EG EDGE_GROUP MEG MEDGE_GROUP SECTOR MSECTOR USE MUSE ALL MALL CARRIER MCARRIER AREA GRAPH EDGE MEDGE INPUT_SLOTS
      OUTPUT_SLOTS EDGES INPUT_EDGES OUTPUT_EDGES CHILDREN PARENTS FILTER INTERSECTION EXCLUDE FIRST LAST ELEMENT_AT SORT_BY
      FLATTEN EMISSIONS GOAL GOAL_IS_SET GOAL_USER_VALUE SUM PRODUCT DIVIDE MAX MIN NEG AVG COUNT ABS SQRT ROUND CEIL FLOOR
      INVERSE IF EQUALS GREATER LESS GREATER_OR_EQUAL LESS_OR_EQUAL OR NOT IS_NUMBER IS_NIL UNIT MIXED SUM_CURVES
      PRODUCT_CURVES DIVIDE_CURVES INVERT_CURVE COALESCE_CURVE CLAMP_CURVE CUMULATIVE_CURVE SMOOTH_CURVE DATASET_CURVE
      ATTACHED_CURVE FEVER_DEMAND FEVER_PRODUCTION FEVER_DEMAND_CURVE FEVER_PRODUCTION_CURVE FEVER_DEMAND_CURVE_FOR_COUPLE
      FEVER_PRODUCTION_CURVE_FOR_COUPLE CURVE_SET_VARIANTS WEATHER_PROPERTY UPDATE UPDATE_WITH_FACTOR UPDATE_ABSOLUTE
      USER_INPUT INPUT_VALUE EACH UPDATE_OBJECT UPDATE_COLLECTION`;
    expect(Object.keys(FUNCTIONS).toSorted()).toEqual(documentedNames.split(/\s+/).toSorted());
  });
});
