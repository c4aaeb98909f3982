/** Every field of every operation, with values of another type and of maximum length. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { Answers } from "../http/answers.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { worstCases, wrongTypes } from "./worst-cases.ts";

let target: FuzzTarget;
beforeAll(async () => {
  target = await FuzzTarget.start();
});
afterAll(() => target.stop());

/**
 * Each field name once: `npm run fuzz` sends all operations with every worst value, and measures how long others wait.
 */
test("a field of maximum length that is almost a number is parsed in linear time", async () => {
  const byField = new Map(
    worstCases(target.surveyed.document, target.surveyed.known)
      .filter(({ about }) => about.endsWith(": blanks and an x"))
      .map((one) => [/(\w*): blanks/.exec(one.about)![1], one]),
  );
  expect(byField.size).toBeGreaterThan(40);
  for (const { about, request } of byField.values()) {
    expect([about, (await target.client.send(request())).status]).toEqual([
      about,
      expect.toSatisfy((status) => status < 500),
    ]);
  }
});

test("a value of another type in any field gets a documented answer", async () => {
  const answers = new Answers(target.surveyed.document);
  const cases = wrongTypes(target.surveyed.document, target.surveyed.known);
  expect(cases.length).toBeGreaterThan(500);
  for (const { about, request } of cases) {
    const sent = request();
    expect([about, answers.problem(sent, await target.client.send(sent))]).toEqual([about, null]);
  }
});
