import { inputTable } from "@etesian/sliders/testing";

/** A share group of three, single inputs of each kind, and couplings. */
export const table = inputTable(
  { key: "coal", default: 50, shareGroup: "fuels" },
  { key: "gas", default: 30, shareGroup: "fuels" },
  { key: "wind", default: 20, shareGroup: "fuels" },
  { key: "plants", unit: "MW", scalesWithArea: true, max: 1_000, maxText: "1000.0" },
  { key: "tax", unit: "euro" },
  { key: "enabled", unit: "bool", max: 1 },
  { key: "weather", unit: "enum", min: null, max: null, default: "average", permittedValues: ["average", "1987"] },
  { key: "steel", couplingGroups: ["industry"] },
  { key: "steel_too", couplingGroups: ["industry"] },
  { key: "local_steel", disabledByCouplings: ["industry"] },
  { key: "offshore", disabled: true },
);
