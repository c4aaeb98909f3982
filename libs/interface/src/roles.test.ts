import { join } from "node:path";
import { expect, test } from "vitest";
import { NO_DOCUMENTS, type Role, type SectionDocument } from "./documents.ts";
import { readDocuments } from "./reading/read.ts";
import { rolesOf } from "./roles.ts";

const STARTER = join(import.meta.dirname, "../../../models/starter");
const title = { en: "A", nl: "B" };
const section = (key: string, role: Role | null, sections: readonly SectionDocument[] = []): SectionDocument => ({
  key,
  title,
  share: null,
  role,
  sections,
});
const slide = (key: string, sliders: readonly string[], repeats = false) => ({
  key: `of_${key}`,
  section: key,
  title,
  about: null,
  chart: null,
  sliders,
  repeats,
});

test("an input has the role of the nearest section with one, unless its range is documented", () => {
  const documents = {
    ...NO_DOCUMENTS,
    sections: [
      section("demand", null),
      section("settings", "uncertainty", [section("weather", null), section("choices", "lever")]),
    ],
    slides: [
      slide("demand", ["homes", "price"]),
      slide("weather", ["year"]),
      slide("choices", ["policy"]),
      slide("demand", ["year"], true),
    ],
    uncertainties: { price: { from: 1, to: 2, source: "A report" } },
  };
  expect(Object.fromEntries(rolesOf(documents))).toEqual({
    homes: "lever",
    price: "uncertainty",
    year: "uncertainty",
    policy: "lever",
  });
});

test("prices, costs, efficiencies and weather of the included model are uncertainties; capacities are levers", () => {
  const { documents } = readDocuments(STARTER);
  const roles = rolesOf(documents);
  for (const key of ["costs_gas", "investment_costs_wind_onshore", "efficiency_energy_power_turbine_network_gas"])
    expect([key, roles.get(key)]).toEqual([key, "uncertainty"]);
  for (const key of ["capacity_of_energy_power_wind_turbine_offshore", "share_of_molecules_other_utilisation_co2"])
    expect([key, roles.get(key)]).toEqual([key, "lever"]);
  for (const { source } of Object.values(documents.uncertainties)) expect(source).toMatch(/Agency|IEA/);
});
