/** Tests every field of every operation with values of another type and of maximum length. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { DocumentedResponses } from "../http/documented-responses.ts";
import { FuzzTarget } from "./fuzz-target.ts";
import { worstCases, wrongTypes } from "./worst-cases.ts";

let target: FuzzTarget;
beforeAll(async () => {
  target = await FuzzTarget.start();
});
afterAll(() => target.stop());

/**
 * Each field name is tested once; `npm run fuzz` sends all operations with every worst-case value, and measures how
 * long other requests wait.
 */
test("a field of maximum length that is almost a number is parsed in linear time", async () => {
  const byField = new Map(
    worstCases(target.survey.document, target.survey.existingValues)
      .filter(({ description }) => description.endsWith(": blanks and an x"))
      .map((worstCase) => [/(\w*): blanks/.exec(worstCase.description)![1], worstCase]),
  );
  expect(byField.size).toBeGreaterThan(40);
  for (const { description, request } of byField.values()) {
    expect([description, (await target.client.send(request())).status]).toEqual([
      description,
      expect.toSatisfy((status) => status < 500),
    ]);
  }
});

test("a value of another type in any field gets a documented response", async () => {
  const responses = new DocumentedResponses(target.survey.document);
  const cases = wrongTypes(target.survey.document, target.survey.existingValues);
  expect(cases.length).toBeGreaterThan(500);
  for (const { description, request } of cases) {
    const httpRequest = request();
    expect([description, responses.problemOf(httpRequest, await target.client.send(httpRequest))]).toEqual([
      description,
      null,
    ]);
  }
});
