import { expect, test } from "vitest";
import { addressOf, pathOf } from "./run-address.ts";

test("the URL of a run has only the parameters of its view", () => {
  expect(addressOf("?view=explore&explore=answers&n=4096&lock=a,b&v=3&run=abc&cmp=12")).toBe(
    "view=explore&explore=answers&n=4096",
  );
});

test("a sweep is shown in its scenario and its view, and other parameters of its URL are ignored", () => {
  const path = pathOf({ scenario: 12, sweep: "0123456789abcd", address: "explore=sure&n=4096&run=other&why=costs" });
  expect(path).toBe("/s/12?explore=sure&n=4096&view=explore&run=%220123456789abcd%22");
  expect(pathOf({ scenario: 12, sweep: "a&b", address: "//evil.example" })).toBe("/s/12?view=explore&run=%22a%26b%22");
});

test("parameters that would make a URL longer than metadata allows are omitted", () => {
  expect(addressOf(`?explore=sure&charts=${"x".repeat(600)}`)).toBe("explore=sure");
});
