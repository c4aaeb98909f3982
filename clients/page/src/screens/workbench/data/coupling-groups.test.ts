import { expect, test } from "vitest";
import { couplingGroups } from "./coupling-groups.ts";

test("groups list the sliders that they activate and replace, and their state in the scenario", () => {
  const inputs = new Map([
    ["price", { disabled_by_couplings: ["prices"] }],
    ["price_of_model", { coupling_groups: ["prices", "all"] }],
    ["steel", { coupling_groups: ["all"] }],
    ["wind", {}],
  ]);
  expect(couplingGroups(inputs, { activeCouplings: ["all"], inactiveCouplings: ["prices"] })).toEqual([
    { name: "all", state: "active", activated: ["price_of_model", "steel"], replaced: [] },
    { name: "prices", state: "uncoupled", activated: ["price_of_model"], replaced: ["price"] },
  ]);
  const states = couplingGroups(inputs, { activeCouplings: [], inactiveCouplings: [] }).map(({ state }) => state);
  expect(states).toEqual(["unused", "unused"]);
});
