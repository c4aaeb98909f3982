import type { HeadlineNumber } from "@etesian/interface";
import { expect, test } from "vitest";
import { chosenNumbers, writeChoice } from "./chosen-numbers.ts";

const HEADLINE = ["gases", "costs", "price"].map((query) => ({ query }) as HeadlineNumber);
const queriesOf = (choice: string | null | undefined): readonly string[] =>
  chosenNumbers(HEADLINE, choice).map(({ query }) => query);

test("a choice keeps its order, without duplicate numbers", () => {
  expect(queriesOf("price,gases,price")).toEqual(["price", "gases"]);
});

test("numbers of another model are omitted, and a choice without a known number becomes the model's list", () => {
  expect(queriesOf("price,other")).toEqual(["price"]);
  for (const choice of [null, undefined, "", "other"]) expect(queriesOf(choice)).toEqual(["gases", "costs", "price"]);
});

test("the model's own list is not written to the URL", () => {
  expect(writeChoice(HEADLINE, HEADLINE)).toBeNull();
  expect(writeChoice(HEADLINE, HEADLINE.toReversed())).toBe("price,costs,gases");
});
