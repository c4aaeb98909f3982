import { expect, it } from "vitest";
import { en } from "../../texts/en.ts";
import { refusalText } from "./refusal-text.ts";

it.each([
  [{ kind: "curve", key: "price" }, "the attached curve price: too short"],
  [{ kind: "order", name: "heat_network_order_lt" }, "Heat networks, low temperature: too short"],
  [{ kind: "couplings", groups: ["steel", "heat"] }, "coupling steel, heat: too short"],
] as const)("a refused part has a name on the page: %o", (part, text) => {
  expect(refusalText({ ...part, message: "too short" }, en)).toBe(text);
});
