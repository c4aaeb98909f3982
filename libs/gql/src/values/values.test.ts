import { describe } from "vitest";
import { errors, symbol, table } from "../functions/rows.fixture.ts";

describe("values", () => {
  describe("integers and floats are distinct", () => {
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
      ["nil+1", "expected a number, string or list, found nil"],
      ["1+nil", "expected a number, found nil"],
      ["1.0*nil", "expected a number, found nil"],
      ['1.0+"a"', "expected a number, found a string"],
      ["nil<1", "expected a number or string, found nil"],
      ["1<nil", "1 and nil cannot be compared"],
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

  describe("strings and symbols", () => {
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
      ["h=1;h[:x]=2", "expected a hash, found a number"],
      ["(1..9000000).to_a", "a range of more than"],
      ["[1]*-1", "cannot be repeated"],
      ["[1]*90000000", "cannot be repeated"],
      ["[1]*nil", "expected a number, found nil"],
      ["2.0*[1]", "expected a number, found a list"],
      ["[1]/2.0", "expected a number, found a list"],
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
      ["1.0.sum", "a number has no sum"],
      ["nil.foo", "nil has no foo"],
      ["fish.wood_pellets", "the name fish has no wood_pellets"],
      ["[nil].sum", "expected a number, found nil"],
      ["[1].select", "expected a block"],
      ["scope.gql", "there is only scope.graph"],
    ]);
  });
});
