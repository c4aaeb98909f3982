import type { StoredScenario } from "./calculator.ts";

export const STORED: StoredScenario = {
  id: 1,
  version: 1,
  title: "",
  area: "nl",
  startYear: 2023,
  endYear: 2050,
  isReadOnly: false,
  template: null,
  userValues: { wind: 10 },
  balancedValues: {},
  activeCouplings: [],
  inactiveCouplings: [],
  orders: {},
  curves: {},
  scaling: null,
};
