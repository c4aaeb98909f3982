/** Tests the check on the reference model, whose queries contain some outdated names. */
import type { Problem } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { checkModel, openAndCheck } from "./check-model.ts";

describe.skipIf(realModel === null)("the real model", () => {
  let problems: readonly Problem[];
  beforeAll(async () => {
    problems = await checkModel(await openAndCheck(realModel!), false, () => {});
  });

  test("unknown names of the real model occur only in known places", () => {
    const texts = problems.filter(({ file }) => /^(?:inputs|gqueries)\//.test(file)).map(({ message }) => message);
    const countOf = (text: string): number => texts.filter((message) => message.includes(text)).length;
    expect({
      nodes: countOf("expects the key of an energy node"),
      molecules: countOf("expects the key of a molecule node"),
      // They are `output_of_…` of removed carriers, nodes used as attributes, and one area attribute.
      attributes: countOf("expected an attribute"),
      carriers: countOf("expects a carrier"),
      groups: countOf("expects a group"),
      starts: countOf("is below min_value") + countOf("is above max_value"),
      functions: countOf("is not a function") + countOf("is not a constant") + countOf("expects 1 argument"),
    }).toEqual({ nodes: 144, molecules: 3, attributes: 94, carriers: 10, groups: 16, starts: 1, functions: 0 });
    expect(texts.filter((message) => message.includes("expected an attribute of the area"))).toEqual([
      'query: expected an attribute of the area, found "number_of_residences"',
    ]);
  });

  test("the check suggests corrections for misspelt names in the real model", () => {
    const suggestions = problems.flatMap(
      ({ message }) => /found "(\w+)" \(did you mean "(\w+)"\?\)/.exec(message)?.slice(1).join(" → ") ?? [],
    );
    expect(suggestions).toContain(
      "energy_hydrgogen_ammonia_reformer_dispatchable → energy_hydrogen_ammonia_reformer_dispatchable",
    );
  });
});
