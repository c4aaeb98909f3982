/** Result of the check for the reference model, whose queries contain some outdated names. */
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
    const about = (text: string): number => texts.filter((message) => message.includes(text)).length;
    expect({
      nodes: about("expects the key of an energy node"),
      molecules: about("expects the key of a molecule node"),
      // `output_of_…` of removed carriers, nodes used as attributes, one area attribute.
      attributes: about("expected an attribute"),
      carriers: about("expects a carrier"),
      groups: about("expects a group"),
      starts: about("is below min_value") + about("is above max_value"),
      functions: about("is not a function") + about("is not a constant") + about("expects 1 argument"),
    }).toEqual({ nodes: 144, molecules: 3, attributes: 94, carriers: 10, groups: 16, starts: 1, functions: 0 });
    expect(texts.filter((message) => message.includes("expected an attribute of the area"))).toEqual([
      'query: expected an attribute of the area, found "number_of_residences"',
    ]);
  });

  test("the check suggests names for misspelt ones of the real model", () => {
    const guessed = problems.flatMap(
      ({ message }) => /found "(\w+)" \(did you mean "(\w+)"\?\)/.exec(message)?.slice(1).join(" → ") ?? [],
    );
    expect(guessed).toContain(
      "energy_hydrgogen_ammonia_reformer_dispatchable → energy_hydrogen_ammonia_reformer_dispatchable",
    );
  });
});
