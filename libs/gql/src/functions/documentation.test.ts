/** Tests that the samples in docs/gql.md are valid queries, and that an error is reported as documented. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GqlSyntaxError } from "../syntax/error.ts";
import { parse } from "../syntax/parser.ts";

const page = readFileSync(join(import.meta.dirname, "../../../../docs/gql.md"), "utf8");
const samples = [...page.matchAll(/^```\n([^]*?)^```$/gm)].map(([, sample]) => sample!.trimEnd());
const [error, ...querySamples] = samples.toReversed() as [string, ...string[]];
const queries = querySamples.flatMap((sample) => sample.split("\n")).map((line) => line.split(/ {2,}/)[0]!);

test.each(queries)("the sample %s is a valid query", (query) => {
  expect(parse(query)).toBeDefined();
});

test("an error in a query is reported as documented", () => {
  const message = (): string => {
    try {
      parse("SUM(\n  Q(a)\n  Q(b)\n)", { key: "heat_share" });
      return "";
    } catch (error) {
      if (!(error instanceof GqlSyntaxError)) throw error;
      return error.message;
    }
  };
  expect(message()).toBe(error);
});
