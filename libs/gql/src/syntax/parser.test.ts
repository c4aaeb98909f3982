import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Node } from "./ast.ts";
import { GqlSyntaxError } from "./error.ts";
import { parse, type ParseOptions } from "./parser.ts";
import { print } from "./print.fixture.ts";

const reprint = (text: string, options?: ParseOptions): string => print(parse(text, options).body);

/** The error that a text throws. */
function error(text: string, options: ParseOptions = { key: "my_query" }): GqlSyntaxError {
  const syntaxError = errorOrNull(text, options);
  if (syntaxError === null) throw new Error(`parsed: ${text}`);
  return syntaxError;
}

function errorOrNull(text: string, options: ParseOptions = {}): GqlSyntaxError | null {
  try {
    parse(text, options);
    return null;
  } catch (caught) {
    if (caught instanceof GqlSyntaxError) return caught;
    throw caught;
  }
}

const message = (text: string): string => error(text).message;

describe("precedence of operators", () => {
  it.each([
    ["1+2*3", "((1)+(((2)*(3))))"],
    ["1-2-3", "((((1)-(2)))-(3))"],
    ["2**3**4", "((2)**(((3)**(4))))"],
    ["-2**2", "(-(((2)**(2))))"],
    ["-a*b", "(((-(a)))*(b))"],
    ["!a==b", "(((!(a)))==(b))"],
    ["a||b&&c==d", "((a)||(((b)&&(((c)==(d))))))"],
    ["a<b==c", "((((a)<(b)))==(c))"],
    ["a*-b", "((a)*((-(b))))"],
    ["(a+b)*c", "((((a)+(b)))*(c))"],
    ["1?2:3?4:5", "((1)?(2):(((3)?(4):(5))))"],
    ["x=1+2;x", "((x=((1)+(2)));x)"],
    ["1..3", "((1)..(3))"],
    ["-a.b", "(-((a).b))"],
    ["F(1)[2].c(3)", "((F(1))[2]).c(3)"],
  ])("%s", (text, tree) => {
    expect(reprint(text)).toBe(tree);
  });
});

describe("blanks are insignificant in a query", () => {
  it.each([
    ["SUM (\n 1,\n 2,\n)", "SUM(1,2)"],
    ["foo bar", "foobar"],
    ["- > { }", "->{}"],
    ["1 . 5", "1.5"],
    ["V(x, 'a  b')", 'V(x,"a  b")'],
    ["1 + a :: b", "((1)+(ab))"],
    ["x != 1", "((x)!=(1))"],
    ["energetic ?", "energetic?"],
    ["# nothing", "()"],
    ["1 + 2 # and the rest\n+ 3", "((1)+(2))"],
  ])("%j", (text, tree) => {
    expect(reprint(text)).toBe(tree);
  });

  it("a line break in a query does not separate statements", () => {
    expect(message("a = 1\nb")).toContain('unexpected "b" after the number 1');
  });
});

describe("line breaks end complete statements in documents and quotes", () => {
  it.each([
    ["1 +\n 2", "((1)+(2))"],
    ["1\n+ 2", "(1;(+(2)))"],
    ["SUM(1,\n 2)", "SUM(1,2)"],
    ["a\n  .b", "(a).b"],
    ["primary_demand_of :coal", 'primary_demand_of(:"coal")'],
    ["demand -1", "demand((-(1)))"],
    ["demand - 1", "((demand)-(1))"],
    ["demand-1", "((demand)-(1))"],
    ["a # comment\nb", "(a;b)"],
    ["sector == :industry", '((sector)==(:"industry"))'],
  ])("%j", (text, tree) => {
    expect(reprint(text, { layout: "significant" })).toBe(tree);
  });
});

describe("names in a query", () => {
  it("names are symbols until they are assigned", () => {
    expect(parse("a;a=1;a").body).toMatchObject({
      statements: [{ type: "name" }, { type: "assign", slot: 0 }, { type: "local", slot: 0 }],
    });
  });

  it("names assigned in a lambda are not visible outside, and outer names are visible inside", () => {
    expect(parse("a=1;->{b=a;b};b").body).toMatchObject({
      statements: [
        { slot: 0 },
        { procedure: { body: { statements: [{ slot: 1, value: { type: "local", slot: 0 } }, { slot: 1 }] } } },
        { type: "name", name: "b" },
      ],
    });
  });

  it("parameters have their own slots", () => {
    expect(parse("x=1;[2].map{|x|x};x")).toMatchObject({
      slots: 2,
      body: { statements: [{ slot: 0 }, { block: { parameters: [{ slot: 1 }] } }, { slot: 0 }] },
    });
  });

  it("names followed by parentheses are messages even when a variable has the name", () => {
    expect(reprint("a=1;a(2)")).toBe("((a=1);a(2))");
  });

  it("&:name is a block", () => {
    expect(reprint("G(a).select(&:big?)")).toBe("(G(a)).select{|it|(it).big?}");
  });
});

describe("the modifier of a query", () => {
  it.each([
    ["present:V(a)", "present"],
    [" future : 1", "future"],
    ["V(a)", null],
    ["AREA(x) ? 1.0 : 0.0", null],
  ])("%s", (text, modifier) => {
    expect(parse(text).modifier).toBe(modifier);
  });
});

describe("errors name the query, the position and the expected token", () => {
  it("a caret marks the position of an error", () => {
    expect(message("SUM(\n  Q(a)\n  Q(b)\n)")).toBe(
      'my_query, line 3, column 3: expected "," or ")" in the arguments of SUM, found "Q"\n    Q(b)\n    ^',
    );
  });

  it("an error has its position as numbers", () => {
    const syntaxError = error("1 +", {});
    expect(syntaxError.position).toEqual({ offset: 3, line: 1, column: 4 });
    expect(syntaxError.key).toBeNull();
    expect(syntaxError.reason).toBe("expected a value, found the end of the query");
  });

  it("an error in a long line shows only its surroundings", () => {
    const lines = message(`SUM(${"a,".repeat(200)}))`).split("\n");
    expect(lines[1]!.length).toBeLessThan(110);
    expect(lines[2]!.trim()).toBe("^");
    expect(lines[1]![lines[2]!.indexOf("^")]).toBe(")");
  });

  it.each([
    ["SUM(1", "found the end of the query"],
    ["V(a, 'b)", "this quote is never closed"],
    ["[1,2", '"," or "]"'],
    ["{a:1", '"," or "}"'],
    ["{a}", '"=>" or ":"'],
    ["->{1", 'expected "}"'],
    ["(1", 'expected ")"'],
    ["1)", "expected an operator or the end of the query"],
    ["a.", 'the name of an attribute after "."'],
    ["1=2", 'found "="'],
    ["12abc", 'unexpected "a" after the number 12'],
    ["V(a) $ 2", 'unexpected character "$"'],
    ['"#{1}"', "interpolation in strings"],
    ["1 ? 2", '":" of the choice'],
    ["G(a).select(&:)", '":name" after "&"'],
    ["(".repeat(2000), "levels of nesting"],
    ["-".repeat(2000), "levels of nesting"],
  ])("%s", (text, expected) => {
    expect(message(text)).toContain(expected);
  });
});

describe("a random tree", () => {
  const name = fc.constantFrom("demand", "energetic?", "co2_per_mj", "x1");
  const { tree } = fc.letrec<{ tree: Node }>((tie) => ({
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.bigInt({ min: 0n, max: 10n ** 20n }).map((value): Node => ({ type: "integer", value, offset: 0 })),
      fc
        .double({ min: 0, max: 1e15, noNaN: true, noDefaultInfinity: true })
        .map((value): Node => ({ type: "float", value: value < 1e-6 ? 0 : value, offset: 0 })),
      name.map((text): Node => ({ type: "name", name: text, offset: 0 })),
      fc
        .string({ unit: fc.constantFrom("a", " ", "+", "(", "é") })
        .map((value): Node => ({ type: "string", value, offset: 0 })),
      fc.constantFrom(null, true, false).map((value): Node => ({ type: "literal", value, offset: 0 })),
      fc
        .tuple(
          fc.constantFrom("+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">="),
          tie("tree"),
          tie("tree"),
        )
        .map(([operator, left, right]): Node => ({
          type: "binary",
          operator: operator as "+",
          left,
          right,
          offset: 0,
        })),
      fc.tuple(fc.constantFrom("&&", "||"), tie("tree"), tie("tree")).map(([operator, left, right]): Node => ({
        type: "logical",
        operator: operator as "&&",
        left,
        right,
        offset: 0,
      })),
      fc
        .tuple(fc.constantFrom("-", "!", "+"), tie("tree"))
        .map(([operator, operand]): Node => ({ type: "unary", operator: operator as "-", operand, offset: 0 })),
      fc
        .tuple(fc.constantFrom("SUM", "V", "input_of"), fc.array(tie("tree"), { maxLength: 4 }))
        .map(([text, args]): Node => ({ type: "call", name: text, args, block: null, offset: 0 })),
      fc
        .tuple(tie("tree"), name, fc.array(tie("tree"), { maxLength: 2 }))
        .map(([receiver, text, args]): Node => ({ type: "send", receiver, name: text, args, block: null, offset: 0 })),
      fc
        .tuple(tie("tree"), tie("tree"), tie("tree"))
        .map(([test, yes, no]): Node => ({ type: "ternary", test, yes, no, offset: 0 })),
      fc.array(tie("tree"), { maxLength: 3 }).map((items): Node => ({ type: "array", items, offset: 0 })),
      fc
        .array(fc.tuple(tie("tree"), tie("tree")), { maxLength: 3 })
        .map((entries): Node => ({ type: "hash", entries, offset: 0 })),
      tie("tree").map((body): Node => ({ type: "lambda", procedure: { parameters: [], body }, offset: 0 })),
    ),
  }));

  it("a printed tree is parsed back unchanged, in both layouts and with any blanks", () => {
    fc.assert(
      fc.property(tree, fc.constantFrom("", " ", "\n", "\t  \n"), (node, blank) => {
        const text = print(node);
        expect(reprint(text)).toBe(text);
        expect(reprint(text, { layout: "significant" })).toBe(text);
        const spacedText = text.replaceAll(/("[^"]*")|([(),])/g, (part, quoted) =>
          quoted === undefined ? blank + part + blank : part,
        );
        expect(reprint(spacedText)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  it("errors in random strings are GqlSyntaxErrors with a position in the string", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from("aB1.:,;()[]{}|\"'+-*/=<>!?&# \n->")) }), (text) => {
        expect(errorOrNull(text)?.position.offset ?? 0).toBeLessThanOrEqual(text.length);
      }),
      { numRuns: 2000 },
    );
  });
});
