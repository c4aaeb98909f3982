import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, keys, withQueries } from "../evaluate.fixture.ts";
import { Evaluation } from "../evaluation.ts";
import { GqlError, type Value } from "../world.ts";
import { CONSTANTS } from "./arithmetic.ts";
import { FUNCTIONS } from "./index.ts";

/** Constants that no document uses; users are better off without them. */
const SELDOM_USED = [
  "MAN_HOURS_PER_MAN_YEAR",
  "MAN_YEAR_PER_MJ_INSULATION_PER_YEAR",
  "MJ_TO_MHW",
  "MJ_TO_PJ",
  "EURO_SIGN",
  "FLOAT_HACK",
];

const symbol = (name: string): symbol => Symbol.for(name);
const curve = (...values: number[]): Float64Array => Float64Array.from(values);

/** Rows of query text and expected value; objects are compared by key. */
function table(rows: readonly (readonly [text: string, expected: unknown])[]): void {
  it.each(rows)("%s", (text, expected) => {
    expect(keys(evaluate(text))).toEqual(expected);
  });
}

/** Rows of query text and what the error says. */
function errors(rows: readonly (readonly [text: string, message: string | RegExp])[]): void {
  it.each(rows)("%s raises", (text, message) => {
    expect(() => evaluate(text)).toThrow(message);
  });
}

describe("values", () => {
  describe("integers and floats are different things", () => {
    table([
      ["7/2", 3n],
      ["-7/2", -4n],
      ["7/-2", -4n],
      ["7/2.0", 3.5],
      ["7%3", 1n],
      ["-7%3", 2n],
      ["-7.5%2", 0.5],
      ["2**3", 8n],
      ["2**3**2", 512n],
      ["-2**2", -4n],
      ["2**0.5", Math.SQRT2],
      ["1+1", 2n],
      ["1+1.0", 2],
      ["1.0/0", Infinity],
      ["1==1.0", true],
      ["1!=2", true],
      ["3>2.5", true],
      ["2<=2.0", true],
      ["SUM(1,2)/2", 1n],
      ["MJ_PER_MWH/7", 514n],
      ["HOURS_PER_YEAR/MJ_PER_MWH", 8760 / 3600],
      ["1_000", 1000n],
      ["1.5", 1.5],
    ]);
    errors([
      ["1/0", "divided by 0"],
      ["1%0", "divided by 0"],
      ["nil+1", "undefined method `+' for nil"],
      ["1+nil", "nil can't be coerced into Integer"],
      ["1.0*nil", "nil can't be coerced into Float"],
      ['1.0+"a"', "String can't be coerced into Float"],
      ["nil<1", "undefined method `<' for nil"],
      ["1<nil", "comparison of Integer with nil failed"],
    ]);
  });

  describe("only nil and false are false", () => {
    table([
      ["IF(0,1,2)", 1n],
      ["IF(0.0,1,2)", 1n],
      ['IF("",1,2)', 1n],
      ["IF([],1,2)", 1n],
      ["IF(nil,1,2)", 2n],
      ["IF(false,1,2)", 2n],
      ["nil||3", 3n],
      ["0||3", 0n],
      ["false||nil", null],
      ["1&&2", 2n],
      ["nil&&2", null],
      ["!0", false],
      ["!nil", true],
      ["1==1?2:3", 2n],
    ]);
  });

  describe("texts and symbols", () => {
    table([
      ["demand", symbol("demand")],
      ["energetic?", symbol("energetic?")],
      [':"a b"', symbol("a b")],
      ['"a  b"', "a  b"],
      ["'a'==\"a\"", true],
      [':a=="a"', false],
      [":a==a", true],
      ['"a"+"b"', "ab"],
      ['"a b".gsub(/\\\\s/,"")', "a b"],
      ["'a b c'.gsub(/\\s/,'')", "abc"],
      ["'a.b'.gsub('.','')", "ab"],
    ]);
  });

  describe("lists, hashes, lambdas, variables", () => {
    table([
      ["[1,2][0]", 1n],
      ["[1,2][-1]", 2n],
      ["[1,2][7]", null],
      ["[1,2]+[3]", [1n, 2n, 3n]],
      ["[1,2,2]-[1]", [2n, 2n]],
      ["[1,2]*2.9", [1n, 2n, 1n, 2n]],
      ["[]*2.0", []],
      ["(1..3).to_a", [1n, 2n, 3n]],
      ["(1...3).to_a", [1n, 2n]],
      [
        "{a:1,:b=>2}",
        new Map([
          [symbol("a"), 1n],
          [symbol("b"), 2n],
        ]),
      ],
      ["{a:1}[:a]", 1n],
      ["h={};h[:x]=3;h[:x]", 3n],
      ["a=2;b=a*3;a+b", 8n],
      ["a=a;a", null],
      ["a", symbol("a")],
      ["x=1;IF(true,->{x=2;x},0);x", 2n],
      ["", null],
      [";;1;", 1n],
    ]);
    errors([
      ["h=1;h[:x]=2", "undefined method `[]=' for an instance of Integer"],
      ["(1..9000000).to_a", "a range of more than"],
      ["[1]*-1", "cannot be repeated"],
      ["[1]*90000000", "cannot be repeated"],
      ["[1]*nil", "no implicit conversion of nil into Integer"],
      ["2.0*[1]", "Array can't be coerced into Float"],
      ["[1]/2.0", "undefined method `/' for an instance of Array"],
    ]);
  });

  describe("methods on results", () => {
    table([
      ["[1,2.5].sum", 3.5],
      ["[].sum", 0n],
      ["[3,1,2].max", 3n],
      ["[3,1,2].min", 1n],
      ["[1,2,3].select{|x|x>1}", [2n, 3n]],
      ["[1,2,3].detect{|x|x>1}", 2n],
      ["[1,2].map{|x|x*2}", [2n, 4n]],
      ["[[1,2],[3,4]].map{|pair|pair.first}", [1n, 3n]],
      [
        "[1,2].each_with_object({}){|x,h|h[x]=x}",
        new Map([
          [1n, 1n],
          [2n, 2n],
        ]),
      ],
      ["[1,nil].any?", true],
      ["[nil].any?", false],
      ["[1,2].length", 2n],
      ["1.7.round", 2n],
      ["1.25.round(1)", 1.3],
      ["nil.to_f", 0],
      ["nil.nil?", true],
      ["[].empty?", true],
      ["{a:1}.keys", [symbol("a")]],
      ["GRAPH().future?", false],
      ["scope.graph.present?", true],
      ["G(plants).first.key", symbol("coal_plant")],
      ["G(plants).first.node_api.number_of_units", 2n],
      ["G(plants).select{|node|node.output_slots.detect{|slot|slot.carrier.electricity?}}", ["coal_plant"]],
      ["GRAPH(graph).goals.select(&:is_set?)", []],
    ]);
    errors([
      ["1.0.sum", "undefined method `sum' for an instance of Float"],
      ["nil.foo", "undefined method `foo' for nil"],
      ["fish.wood_pellets", "undefined method `wood_pellets' for an instance of Symbol"],
      ["[nil].sum", "nil can't be coerced into Integer"],
      ["[1].select", "expected a block"],
      ["scope.gql", "there is only scope.graph"],
    ]);
  });
});

describe("numbers", () => {
  table([
    ["SUM()", 0n],
    ["SUM(1,2)", 3n],
    ["SUM(1,2.5)", 3.5],
    ["SUM([1,[2,nil]],3)", 6n],
    ["SUM(0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1,0.1)", 1],
    ["SUM(0.1,0.2,0.3)", 0.6],
    ["SUM(1.0/0,1)", Infinity],
    ["SUM(1.0/0,-1.0/0)", Number.NaN],
    ["PRODUCT()", 1n],
    ["PRODUCT(2,nil,[3])", 6n],
    ["PRODUCT(2,0.5)", 1],
    ["DIVIDE(1,2)", 0.5],
    ["DIVIDE(1,0)", 0],
    ["DIVIDE(1.0,0.0)", 0],
    ["DIVIDE(0,5)", 0],
    ["DIVIDE(nil,5)", 0],
    ["DIVIDE(5)", 0],
    ["DIVIDE([],6,3)", 2],
    ["DIVIDE([6,3],9)", 2],
    ["MAX(1,[3.5,nil],2)", 3.5],
    ["MAX()", null],
    ["MIN(1,[-3.5,nil],2)", -3.5],
    ["MIN(nil)", null],
    ["NEG(3)", -3n],
    ["NEG([2.5,1])", -2.5],
    ["NEG()", null],
    ["AVG(1,2)", 1n],
    ["AVG(1.0,2)", 1.5],
    ["COUNT(1,[nil,2])", 2n],
    ["COUNT()", 0n],
    ["ABS(-1,2.5)", [1n, 2.5]],
    ["SQRT(4,nil)", [2]],
    ["ROUND(2.5)", 3n],
    ["ROUND(-2.5)", -3n],
    ["ROUND(2.675,2)", 2.68],
    ["ROUND(1.005,2)", 1.01],
    ["ROUND(0.00005,4)", 0.0001],
    ["ROUND(1e300,2)", 1e300],
    ["ROUND(1234.5,-2)", 1200n],
    ["ROUND(25,-1)", 30n],
    ["ROUND(-25,-1)", -30n],
    ["ROUND(7,2)", 7n],
    ["CEIL(1.2)", 2n],
    ["CEIL(-1.2)", -1n],
    ["CEIL(1.23,1)", 1.3],
    ["CEIL(121,-1)", 130n],
    ["FLOOR(-1.2)", -2n],
    ["FLOOR(1.29,1)", 1.2],
    ["FLOOR(-121,-1)", -130n],
    ["INVERSE(4)", 0.25],
    ["UNIT(5000000000,billions)", 5],
    ["UNIT(nil,billions)", 0],
    ["UNIT(2.0,percentage)", 200],
    ["UNIT(2.0,per_mwh)", 2 * 3600 * 8760],
  ]);
  errors([
    ["SUM(a)", "Symbol can't be coerced into Integer"],
    ['SUM(1.0,"a")', "String can't be coerced into Float"],
    ["NEG(nil)", "undefined method `-@' for nil"],
    ["AVG()", "divided by 0"],
    ["DIVIDE(a,2)", "undefined method `zero?' for an instance of Symbol"],
    ["MAX(1.0,a)", "comparison of"],
    ["MAX(0.0/0.0,1.0)", "comparison of Float with NaN failed"],
    ["ROUND(0.0/0.0)", "NaN"],
    ["ROUND(nil)", "undefined method `round' for nil"],
    ["SQRT(-1)", "negative"],
    ["UNIT(1,bananas)", "expected one of percentage, billions"],
    ["ROUND()", "wrong number of arguments (given 0, expected 1..2)"],
  ]);
});

describe("logic", () => {
  table([
    ["IF(true,->{1},->{2})", 1n],
    ["IF(false,1,->{2})", 2n],
    ["IF(false,1,->{})", null],
    ["IF(true,a,b)", symbol("a")],
    ["EQUALS(1,1.0)", true],
    ["EQUALS(a,:a)", true],
    ['EQUALS(a,"a")', true],
    ['EQUALS(1.0,"1.0")', true],
    ['EQUALS(nil,"")', true],
    ["EQUALS(1,2)", false],
    ["LESS(1,2)", true],
    ["LESS(nil,2)", null],
    ["LESS(1,a)", null],
    ["LESS_OR_EQUAL(2,2.0)", true],
    ["GREATER(1,2)", false],
    ["GREATER(0.0/0.0,2)", false],
    ["GREATER_OR_EQUAL(1,nil)", null],
    ["NOT(true)", false],
    ["NOT(1)", true],
    ["OR(1,2)", false],
    ["OR(nil,true)", true],
    ["IS_NUMBER([1])", true],
    ["IS_NUMBER([a])", false],
    ["IS_NIL([])", true],
  ]);
  errors([
    ["IF(true,1)", "wrong number of arguments (given 2, expected 3)"],
    ["IF(1/0,2,3)", "divided by 0"],
    ["IF(true,2,1/0)", "divided by 0"],
    ["IF(true,->(x){x},2)", "wrong number of arguments (given 0, expected 1)"],
    ["IF(true,foo(1),2)", "wrong number of arguments (given 0, expected 1)"],
  ]);
  it("leaves the branch not taken alone when it is a lambda", () => {
    expect(evaluate("IF(true,2,->{1/0})")).toBe(2n);
  });
});

describe("attributes: V, M, GET, FILTER", () => {
  table([
    ["V(coal_plant)", ["coal_plant"]],
    ["V(unknown)", []],
    ["V(5)", [5n]],
    ["V(coal_plant,demand)", 100],
    ['V("coal_plant","demand")', 100],
    ["V(unknown,demand)", 0],
    ["V(unknown1,unknown2,demand)", []],
    ["V(coal_plant,unknown,demand)", 100],
    ["V(coal_plant,boiler,demand)", [100, 40]],
    ["V(boiler,boiler,demand)", 40],
    ["V(nil,demand)", 0],
    ["V(coal_plant,nothing)", 0],
    ["V(coal_plant,no)", 0],
    ["V(coal_plant,boiler,nothing)", [null, null]],
    ["V(house,number_of_units)", 0n],
    ["V(coal_plant,share)", ["coal_plant", "share"]],
    ["V(G(plants),demand)", [100, 40]],
    ["V(G(heaters),demand)", 40],
    ["V(G(nobody),demand)", 0],
    ["V(G(plants),G(heaters),demand)", [100, 40]],
    ["V(G(nobody),G(none),demand)", []],
    ["V(G(plants),house)", ["coal_plant", "boiler", "house"]],
    ['V(coal_plant,"demand*2+number_of_units")', 202],
    ['V(coal_plant,"demand / 3 - 1")', 100 / 3 - 1],
    ['V(coal_plant,"merit_order.level")', 3],
    ['V(coal_plant,"number_of_units/4")', 0n],
    ['V(coal_plant,"1 - demand")', -99],
    ['V(coal_plant,"demand*HOURS_PER_YEAR")', 876000],
    ["V(V(coal_plant,merit_order),level)", 3],
    ["V(V(coal_plant),demand)", 100],
    ["V(coal_plant,plus(1))", 101],
    ["V(G(plants),plus(1))", [101, 41]],
    ["V(unknown,plus(1))", 0],
    ["V(coal_plant,->{demand+1})", 101],
    ["V(coal_plant,->(node){node.demand+2})", 102],
    ["V(EDGE(coal_plant,house),value)", 60],
    ["V(CARRIER(electricity),cost_per_mj)", 0.02],
    ["V(CARRIER(vapour),cost_per_mj)", 0],
    ["MV(air,demand)", 3],
    ["MV(coal_plant,demand)", 0],
    ["M(G(plants),demand)", [100, 40]],
    ["M(G(heaters),demand)", 40],
    ["M([],demand)", 0],
    ["MAP([1,2],->(x){x*2})", [2n, 4n]],
    ["MAP([1.5,2.5],round)", [2n, 3n]],
    ["MAP([1.25],round(1))", 1.3],
    ["GET(G(plants).first,demand)", 100],
    ['FILTER(EG(supply),"energetic?")', ["coal_plant-house@electricity"]],
    ["FILTER(EG(supply),energetic?)", ["coal_plant-house@electricity"]],
    ['FILTER(EG(supply),"! energetic?")', ["boiler-house@heat"]],
    ['FILTER(EG(supply),"sector == :industry || value > 50")', ["coal_plant-house@electricity", "boiler-house@heat"]],
    ['FILTER(ALL(),"demand > 50 && merit_order.type == :dispatchable")', ["coal_plant"]],
    ['FILTER(G(plants),"merit_order && merit_order.level == 3")', ["coal_plant"]],
    ["FILTER(G(plants),\"group.to_s.gsub(/\\s/, '') == 'powerplants'\")", ["coal_plant"]],
    ['FILTER(FLATTEN(G(plants),G(heaters)),"demand > 1")', ["coal_plant", "boiler"]],
    ['FILTER([[],[G(plants)]],"demand > 50")', ["coal_plant"]],
  ]);
  errors([
    ["V(coal_plant,input_of_uranium)", "undefined local variable or method 'input_of_uranium'"],
    ['V(coal_plant,"demand * SUM(1)")', "undefined method `SUM'"],
    ['V(coal_plant,"demand *")', "expected a value, found the end of the query"],
    ['V(boiler,"merit_order.level")', "undefined method `level' for nil"],
    ['FILTER(0.0,"true")', "undefined method `flatten!' for an instance of Float"],
    ['FILTER([1],"true")', "undefined method `query' for an instance of Integer"],
    ["V(coal_plant,->(a,b){a})", "wrong number of arguments (given 1, expected 2)"],
  ]);
  it("does not evaluate the attribute where there is no object", () => {
    expect(evaluate("V(unknown,input_of_uranium)")).toBe(0);
  });
});

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
    ["AREA(number_of_residences)", "undefined local variable or method 'number_of_residences'"],
    ["CHILDREN(house)", "undefined method `node' for an instance of Symbol"],
    ["INTERSECTION(1.0,[])", "undefined method `flatten' for an instance of Float"],
    ["G(1)", "undefined method `to_sym' for an instance of Integer"],
    ["SECTOR(crt,x)", "unknown scheme crt"],
    ["EMISSIONS(ipcc,x)", "needs a greenhouse gas"],
    ["EMISSIONS(ipcc,x,co2,1990,y)", "accepts a single value"],
    ["EMISSIONS(energy_power)", "EMISSIONS needs"],
  ]);
});

describe("curves", () => {
  table([
    ["SUM_CURVES([1.0,2.0])", [1, 2]],
    ["SUM_CURVES(0.0)", []],
    ["SUM_CURVES(nil)", []],
    ["SUM_CURVES([])", []],
    ["SUM_CURVES([[1.0,2.0],nil,[3.0,4.0]])", curve(4, 6)],
    ["SUM_CURVES([1.0,2.0],nil)", [1, 2]],
    ["SUM_CURVES([[1.0,2.0]])", [1, 2]],
    ["SUM_CURVES([],[1.0,2.0],[3.0])", curve(4, 2)],
    ["SUM_CURVES([],[])", curve()],
    ["PRODUCT_CURVES([1.0,2.0],[3.0,4.0])", curve(3, 8)],
    ["PRODUCT_CURVES([],[3.0])", []],
    ["PRODUCT_CURVES([1,2],[3,4])", [3n, 8n]],
    ["DIVIDE_CURVES([1,2],[4,0])", curve(0.25, 0)],
    ["INVERT_CURVE([1.0,-2.0])", curve(-1, 2)],
    ["INVERT_CURVE(0.0)", []],
    ["INVERT_CURVE(nil)", []],
    ["COALESCE_CURVE([1.0])", [1]],
    ["COALESCE_CURVE(nil,2.0,3)", curve(2, 2, 2)],
    ["COALESCE_CURVE([],default=2.0,length=2)", curve(2, 2)],
    ["COALESCE_CURVE([nil],1,2)", [1n, 1n]],
    ["COALESCE_CURVE(nil).length", 8760n],
    ["CLAMP_CURVE([1.0,5.0,-3.0],0.0,2.0)", curve(1, 2, 0)],
    ["CLAMP_CURVE([],0,1)", []],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0.0,2.0)", curve(2, 2)],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0,2.0)", curve(2, 2)],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,3.0,2),0.0,2)", [2n, 2n]],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,1.0,2),0,2)", curve(1, 1)],
    ["SUM(CLAMP_CURVE(COALESCE_CURVE(nil,-1.0,2),0,INFINITY))", 0n],
    ["SUM_CURVES([],COALESCE_CURVE(nil,2.0,2))", curve(2, 2)],
    ["SUM_CURVES(COALESCE_CURVE(nil,2.0,2),[],COALESCE_CURVE(nil,3.0,3))", curve(5, 5)],
    ["CUMULATIVE_CURVE([1,2,3])", curve(1, 3, 6)],
    ["CUMULATIVE_CURVE([])", curve()],
    ["SMOOTH_CURVE([1.0,2.0,3.0,4.0],2)", curve(2.5, 1.5, 2.5, 3.5)],
    ["SMOOTH_CURVE([1.0,2.0,3.0],1)", curve(1, 2, 3)],
    ["SMOOTH_CURVE([3.0,6.0,9.0],100)", curve(6, 6, 6)],
    ["SMOOTH_CURVE([],3)", []],
    ['DATASET_CURVE("weather/air")', curve(11)],
    ["ATTACHED_CURVE(price_curve)", null],
    ["FEVER_DEMAND(hot_water)", curve(1)],
    ["FEVER_PRODUCTION(hot_water)", curve(2)],
    ["FEVER_PRODUCTION(cold)", []],
    ["FEVER_DEMAND_CURVE(V(boiler))", curve(5)],
    ["FEVER_PRODUCTION_CURVE(V(house))", []],
    ["FEVER_DEMAND_CURVE_FOR_COUPLE(V(boiler),V(house))", []],
    ["CURVE_SET_VARIANTS(weather)", ["default", "1987"]],
    ["CURVE_SET_VARIANTS(other)", []],
    ["WEATHER_PROPERTY(wind)", 4],
    ["MAX(ATTACHED_CURVE(price_curve))", null],
    ["SUM(CUMULATIVE_CURVE([1,2]))", 4],
    ["MAX(CUMULATIVE_CURVE([1,2]))", 3],
  ]);
  errors([
    ["SUM_CURVES(3.0)", "undefined method `first' for an instance of Float"],
    ["SUM_CURVES(0.0,[1.0])", "undefined method `length' for an instance of Float"],
    ["SUM_CURVES([1.0],0.0)", "undefined method `[]' for an instance of Float"],
    ["PRODUCT_CURVES(0.0,[1.0])", "undefined method `first' for an instance of Float"],
    ["PRODUCT_CURVES([1.0],[1.0,2.0])", "Mismatch in curve lengths given to PRODUCT_CURVES (got 1 and 2)"],
    ["PRODUCT_CURVES([1.0],[[1.0]])", "second parameter had 1 nested curves"],
    ["INVERT_CURVE(2.0)", "undefined method `map' for an instance of Float"],
    ["COALESCE_CURVE(0.0)", "undefined method `any?' for an instance of Float"],
    ["CLAMP_CURVE([1.0],2,1)", "min must be less than max"],
    ["CLAMP_CURVE(COALESCE_CURVE(nil,0.0/0.0,1),0,1)", "comparison of Float with 0 failed"],
    ["CLAMP_CURVE([1.0],nil,1)", "min must be numeric, was nil"],
    ["CLAMP_CURVE(0.0,0,1)", "undefined method `map' for an instance of Float"],
    ["CUMULATIVE_CURVE(0.0)", "undefined method `length' for an instance of Float"],
    ["SMOOTH_CURVE([1.0],-1)", "the window must not be negative, was -1"],
    ["SMOOTH_CURVE([1.0],0.0/0.0)", "NaN"],
    ["CUMULATIVE_CURVE(nil)", "undefined method `length' for nil"],
  ]);

  it("gives the same numbers whether a list of floats is a curve or an array", () => {
    const points = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 30 });
    const texts = ["PRODUCT_CURVES(A,B)", "DIVIDE_CURVES(A,B)", "INVERT_CURVE(A)", "CUMULATIVE_CURVE(A)"];
    texts.push("SUM_CURVES(A,B,A,[],B,A)", "CLAMP_CURVE(A,-1.5,2)", "CLAMP_CURVE(A,0,2.5)", "SMOOTH_CURVE(A,4)");
    texts.push("SUM(A,B)", "MAX(A)", "MIN(0,A,B)", "MAX(A,2.5,B)", "COUNT(A,[B])", "A+B", "A*2");
    const { evaluation, library, present } = withQueries({});
    const run = (text: string): readonly Value[] => [evaluation.run(library.program(`[${text}].flatten`), "present")];
    fc.assert(
      fc.property(points, points, fc.constantFrom(...texts), (a, b, text) => {
        present.curves.set("a", Float64Array.from(a));
        present.curves.set(
          "b",
          Float64Array.from(a, (x, i) => b[i % b.length]! - (i % 3 === 0 ? x : 0)),
        );
        const curves = text.replaceAll(/\b[AB]\b/g, (name) => `ATTACHED_CURVE(${name.toLowerCase()})`);
        expect(run(curves)).toEqual(run(curves.replaceAll(/ATTACHED_CURVE\((.)\)/g, "ATTACHED_CURVE($1).map{|x| x}")));
      }),
    );
  });

  it("leaves sums of many whole curves to the world, slice by slice", () => {
    const { evaluation, library, present } = withQueries({});
    present.curves.set("a", curve(1, 2));
    present.curves.set("b", curve(1));
    const run = (...names: readonly string[]): Value =>
      evaluation.run(
        library.program(`SUM_CURVES(${names.map((name) => `ATTACHED_CURVE(${name})`).join(",")})`),
        "present",
      );
    expect(run("a", "a", "a", "a")).toEqual(curve(4, 8));
    expect(run("b", "a", "a", "a", "a")).toEqual(curve(5));
    expect(present.sums).toHaveLength(0);
    expect(run(...Array.from({ length: 12 }, () => "a"))).toEqual(curve(12, 24));
    expect(present.sums.map(({ length }) => length)).toEqual([10]);
    expect(run("a", "a", "a", "a", "a")).toEqual(curve(5, 10));
    expect(present.sums.map(({ length }) => length)).toEqual([10, 5]);
  });

  it("adds curves in the reference's groups", () => {
    // 0.1 added to a large value loses digits; the order of additions shows in the result.
    const terms = ["1e16", ...Array.from({ length: 14 }, () => "1.0")];
    const [value] = evaluate(`SUM_CURVES(${terms.map((term) => `[${term}]`).join(",")})`) as unknown as Float64Array;
    const ten = terms.slice(0, 10).reduce((sum, term) => sum + Number(term), 0);
    const five = 5;
    expect(value).toBe(ten + five);
    expect(value).not.toBe(terms.reduce((sum, term) => sum + Number(term), 0));
  });
});

describe("a list plus a list is one after the other", () => {
  table([
    ["[1,a]+[nil]", [1n, symbol("a"), null]],
    ["[]+[]", []],
    ["COALESCE_CURVE(nil,2.0,2)+COALESCE_CURVE(nil,3.0,1)", curve(2, 2, 3)],
    ["[]+COALESCE_CURVE(nil,2.0,2)+[]", curve(2, 2)],
    ["COALESCE_CURVE(nil,2.0,2)+[1]", [2, 2, 1n]],
  ]);
});

describe("a list times a number is the list repeated", () => {
  const withCurve = (values: Float64Array): ((text: string) => Value) => {
    const { evaluation, library, present } = withQueries({});
    present.boiler.attributes.set("curve", values);
    return (text) => evaluation.run(library.program(text), "present");
  };

  it("as often as the whole part of the number says; a curve stays one", () => {
    const run = withCurve(curve(1, 2));
    expect(run('V(boiler,"curve * 2.9")')).toEqual(curve(1, 2, 1, 2));
    expect(run('V(boiler,"curve * 0.5")')).toEqual(curve());
    expect(run("[1,a]*2")).toEqual([1n, symbol("a"), 1n, symbol("a")]);
  });

  it("is summed to the last bit as if it were written out", () => {
    const values = fc.array(fc.oneof(fc.constantFrom(0, -0, 1e16), fc.double({ noNaN: true })), { maxLength: 20 });
    fc.assert(
      fc.property(values, fc.integer({ min: 0, max: 9 }), (list, times) => {
        const run = withCurve(Float64Array.from(list));
        expect(run(`SUM(V(boiler,"curve * ${times}"))`)).toBe(run(`SUM([V(boiler,"curve * ${times}")])`));
        expect(run(`SUM(V(G(heaters),"curve * ${times}"))`)).toBe(run(`SUM([V(boiler,"curve")*${times}])`));
      }),
    );
  });

  it("is summed without being written out", () => {
    const year = new Float64Array(8760);
    year[100] = 0.5;
    const run = withCurve(year);
    // Sliders reach 200; written out this would be 7 GB.
    expect(run('SUM(V(boiler,"curve * 100000"))')).toBe(50_000);
    expect(() => run('V(boiler,"curve * 100000")')).toThrow(
      "a list of 8760 values cannot be repeated 100000 times: expected a number from 0 on, and at most 10000000 values",
    );
    expect(() => run('SUM(V(boiler,"curve * 200000"))')).toThrow("cannot be repeated 200000 times");
    expect(() => run('SUM(V(boiler,"curve * -1"))')).toThrow("cannot be repeated -1 times");
    expect(() => run('SUM(V(boiler,"curve * nothing"))')).toThrow("no implicit conversion of nil into Integer");
  });

  it("matters to no other sum of products", () => {
    const run = withCurve(curve());
    expect(run('SUM(V(boiler,"demand * 2"))')).toBe(80);
    expect(run('SUM(V(G(plants),"demand * number_of_units"))')).toBe(320);
    expect(run('SUM(V(nobody,"demand * 2"))')).toBe(0);
    expect(run('SUM(V(boiler,"curve * 3"))')).toBe(0n);
    expect(() => run('SUM(V(boiler,"demand * "))')).toThrow("found the end");
  });
});

describe("scenario", () => {
  table([
    ["INPUT_VALUE(slider)", 4.5],
    ["USER_INPUT()", null],
    ["QUERY_DELTA(->{GRAPH(year)})", 0],
    ["QUERY_FUTURE(->{GRAPH(year)})", 2050n],
    ["QUERY_PRESENT(->{V(coal_plant,demand)})", 100],
    ["a=3;QUERY_FUTURE(->{a*2})", 6n],
    ['QUERY_FUTURE("V(coal_plant,demand)")', 120],
    ["MIXED(1,2)", 1n],
    ["GOAL_IS_SET(co2)", false],
    ["GOAL_USER_VALUE(co2)", null],
  ]);
  it("QUERY_DELTA is future minus present on the future graph", () => {
    expect(evaluate("QUERY_DELTA(->{GRAPH(year)})", "future")).toBe(27n);
  });
  errors([
    ["INPUT_VALUE(nothing)", "unknown input nothing"],
    ["Q(nothing)", 'Missing gquery: "nothing"'],
    ["QUERY_FUTURE(1)", "Cannot execute a query with 1"],
    ["QUERY_FUTURE(->(x){x})", "wrong number of arguments (given 0, expected 1)"],
  ]);
  it("a goal that is set keeps its value during the evaluation", () => {
    const { evaluation, library } = withQueries({});
    evaluation.run(library.program("UPDATE(GOAL(co2),user_value,5)"), "future");
    const read = library.program("[GOAL_IS_SET(co2),GOAL_USER_VALUE(co2),GRAPH().goals.length]");
    expect(evaluation.run(read, "future")).toEqual([true, 5n, 1n]);
    expect(evaluation.run(read, "present")).toEqual([false, null, 1n]);
  });
});

describe("errors of the text show where", () => {
  errors([
    ["SMU(1)", /line 1, column 1: unknown function SMU\n {2}SMU\(1\)\n {2}\^/],
    ["1+BILIONS", /column 3: unknown constant BILIONS/],
    ["SUM(1){|x|x}", "SUM takes no block"],
  ]);
});

describe("any call of any function", () => {
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
        .map(([of, method]) => `(${of}).${method}`),
      fc
        .tuple(fc.constantFrom(...Object.keys(FUNCTIONS)), fc.array(tie("argument"), { maxLength: 4 }))
        .map(([name, args]) => `${name}(${args.join(",")})`),
    ),
  }));

  it("gives a value or a GqlError, never another failure", () => {
    fc.assert(
      fc.property(argument, (text) => {
        expect(valueOrError(text)).toBeDefined();
      }),
      { numRuns: 5000 },
    );
  });

  it("reads of the scenario and the future what it declares", () => {
    const undeclared = Object.keys(FUNCTIONS).filter((name) => FUNCTIONS[name]!.reads === null);
    const declared = Object.keys(FUNCTIONS).filter((name) => !undeclared.includes(name));
    expect(declared.toSorted()).toEqual(
      ["ATTACHED_CURVE", "DATASET_CURVE", "GOAL", "GOAL_IS_SET", "GOAL_USER_VALUE", "INPUT_VALUE", "Q", "QUERY"].concat(
        ["QUERY_DELTA", "QUERY_FUTURE", "QUERY_PRESENT"],
      ),
    );
    const { library, present, future } = withQueries({});
    const read: string[] = [];
    for (const name of ["inputValue", "attachedCurve", "datasetCurve"] as const)
      present[name] = () => {
        read.push(name);
        return null as never;
      };
    // A world that notes every use.
    const watched = new Proxy(future, {
      get: (world, name) => {
        read.push(`future ${String(name)}`);
        return Reflect.get(world, name) as unknown;
      },
    });
    const watching = new Evaluation(library, present, watched);
    fc.assert(
      fc.property(argument, (text) => {
        fc.pre(!declared.some((name) => new RegExp(`\\b${name}\\(`).test(text)));
        valueOrError(text, () => watching.run(library.program(text), "present"));
        expect(read).toEqual([]);
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
  it("is in the user documentation", () => {
    const text = readFileSync(join(import.meta.dirname, "../../../../docs/gql.md"), "utf8");
    const named = new Set(text.match(/\b[A-Z][A-Z_]*\b/g));
    expect(Object.keys(FUNCTIONS).filter((name) => !named.has(name))).toEqual([]);
    expect(Object.keys(CONSTANTS).filter((name) => !named.has(name))).toEqual(SELDOM_USED);
  });

  it("has every function of the reference's documents", () => {
    const documented = `V VALUE MV ML L LOOKUP MLOOKUP M MAP ATTR A GET Q QUERY QUERY_PRESENT QUERY_FUTURE QUERY_DELTA G
      GROUP MG MGROUP EG EDGE_GROUP MEG MEDGE_GROUP SECTOR MSECTOR USE ALL MALL CARRIER AREA GRAPH EDGE MEDGE INPUT_SLOTS
      OUTPUT_SLOTS EDGES INPUT_EDGES OUTPUT_EDGES CHILDREN PARENTS FILTER INTERSECTION EXCLUDE FIRST LAST ELEMENT_AT SORT_BY
      FLATTEN EMISSIONS GOAL GOAL_IS_SET GOAL_USER_VALUE SUM PRODUCT DIVIDE MAX MIN NEG AVG COUNT ABS SQRT ROUND CEIL FLOOR
      INVERSE IF EQUALS GREATER LESS GREATER_OR_EQUAL LESS_OR_EQUAL OR NOT IS_NUMBER IS_NIL UNIT MIXED SUM_CURVES
      PRODUCT_CURVES DIVIDE_CURVES INVERT_CURVE COALESCE_CURVE CLAMP_CURVE CUMULATIVE_CURVE SMOOTH_CURVE DATASET_CURVE
      ATTACHED_CURVE FEVER_DEMAND FEVER_PRODUCTION FEVER_DEMAND_CURVE FEVER_PRODUCTION_CURVE FEVER_DEMAND_CURVE_FOR_COUPLE
      FEVER_PRODUCTION_CURVE_FOR_COUPLE CURVE_SET_VARIANTS WEATHER_PROPERTY UPDATE UPDATE_WITH_FACTOR UPDATE_ABSOLUTE
      USER_INPUT INPUT_VALUE EACH UPDATE_OBJECT UPDATE_COLLECTION`;
    expect(Object.keys(FUNCTIONS).toSorted()).toEqual(documented.split(/\s+/).toSorted());
  });
});
