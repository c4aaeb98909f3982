/** Runs the checks of missing figures and of yearly units on documents of the included model with one mistake. */
import { join } from "node:path";
import { interfaceOf } from "@etesian/compute/interface-of";
import { type Model, openModel } from "@etesian/model";
import { blankRecipe } from "@etesian/sliders";
import { modelCache } from "@etesian/testing/model-cache";
import { beforeAll, describe, expect, test } from "vitest";
import { auditFigures, type FoundFault } from "./audit.ts";
import { AuditedModel } from "./audited-model.ts";
import { AuditedScenario } from "./audited-scenario.ts";
import type { CheckName } from "./checks.ts";
import { existence } from "./existence.ts";

type Documents = ReturnType<typeof interfaceOf>["documents"];

const STARTER = join(import.meta.dirname, "../../../../models/starter");

let model: Model;
let validDocuments: Documents;

beforeAll(async () => {
  model = await openModel(STARTER, modelCache);
  validDocuments = interfaceOf(model).documents;
});

async function faultsOf(
  check: CheckName,
  documents: Documents,
  subject: string,
  auditedModel: Model = model,
): Promise<readonly FoundFault[]> {
  const options = { checks: [check], areas: ["nl"], withAllVariants: false, onProgress: () => {}, documents };
  const { areas } = await auditFigures(auditedModel, options);
  return areas.flatMap(({ faults }) => faults.filter((fault) => fault.subject === subject));
}

/** The included model with additional queries. */
function withQueries(queries: readonly { readonly key: string; readonly query: string }[]): Model {
  const [template] = model.definition.gqueries;
  const gqueries = queries.map((query) => ({ ...template!, ...query, unit: "factor", deprecatedKey: null }));
  const definition = { ...model.definition, gqueries: [...model.definition.gqueries, ...gqueries] };
  return new Proxy(model, {
    get(target, name): unknown {
      if (name === "definition") return definition;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("checks of missing figures", () => {
  test("an undeclared base-year value that needs hours is a fault", async () => {
    const headline = validDocuments.headline.map((headlineDocument) =>
      headlineDocument.query === "electricity_curtailed" ? { ...headlineDocument, needs: null } : headlineDocument,
    );
    const [fault] = await faultsOf("existence", { ...validDocuments, headline }, "electricity_curtailed");
    expect(fault?.message).toMatch(/^0 in the present, .* expected needs: hours$/);
  });

  const AREAS = ["nl", "GM0014_groningen"];
  const inFuture = (query: string): string => `IF(GRAPH().future?, -> { ${query} }, -> { 0.0 })`;
  const withHours = (query: string): string =>
    inFuture(`IF(AREA(use_merit_order_demands), -> { ${query} }, -> { 0.0 })`);
  /** In both areas, only if all technologies are on. */
  const BATTERIES = "V(energy_flexibility_mv_batteries_electricity, number_of_units)";
  /** Only in the Netherlands, and only if all technologies are on. */
  const HYBRID_WIND = "V(energy_power_hybrid_wind_turbine_offshore, number_of_units)";
  /** Only in the Netherlands. */
  const OFFSHORE_WIND = "V(energy_power_wind_turbine_offshore, number_of_units)";

  /** Heat for capture of CO2 from the air. */
  const HEAT = "final_demand_of_heat_in_energy";

  test.each([
    ["only with hours in the start scenario of one area", withHours(OFFSHORE_WIND), ["nl: start"]],
    [
      "only with hours in the start scenario, and without hours in another scenario",
      `SUM(${withHours("1.0")}, ${inFuture(BATTERIES)})`,
      ["nl: start", "GM0014_groningen: start"],
    ],
    [
      "only with hours, if capacities are set, in all areas",
      withHours(BATTERIES),
      ["nl: all technologies", "GM0014_groningen: all technologies"],
    ],
  ])("an undeclared figure with a value %s is a fault", async (_, query, expected) => {
    expect(await faultsOfFigure(query)).toEqual(expected);
  });

  test.each([
    ["only with hours, if capacities are set, in one of two areas", withHours(HYBRID_WIND)],
    [
      "without hours in another scenario",
      `SUM(${withHours(BATTERIES)}, ${inFuture(`IF(${BATTERIES} > 0.0, -> { 0.0 }, -> { 1.0 })`)})`,
    ],
    ["in the present of another area", `IF(${OFFSHORE_WIND} > 0.0, -> { ${withHours("1.0")} }, -> { 1.0 })`],
    ["of rounding noise", withHours("0.000000000001")],
  ])("a figure with a value %s is 0 in the present", async (_, query) => {
    expect(await faultsOfFigure(query)).toEqual([]);
  });

  test("an activity that the base year lacks is 0 in the present, even if its figure has a value only with hours", async () => {
    const auditedModel = new AuditedModel(model);
    const dataset = await model.dataset("nl");
    const recipe = { ...blankRecipe("nl", 2050), userValues: { demand_of_molecules_direct_air_capture_co2: 10 } };
    const scenario = new AuditedScenario(auditedModel, "nl", auditedModel.engine.solve(dataset, recipe), dataset);
    const withoutHours = scenario.withoutHours()!;
    const figures = [scenario.number(HEAT, "present"), withoutHours.number(HEAT, "future")];
    expect(figures).toEqual([0, 0]);
    expect(scenario.number(HEAT, "future")).toBeGreaterThan(50);
    expect([...existence.run(scenario)].flatMap(({ faults }) => faults)).toEqual([]);
  });

  /** The areas and scenarios with a fault of a query that the documents show without `needs`. */
  async function faultsOfFigure(query: string): Promise<readonly string[]> {
    const figure = { ...validDocuments.headline[0]!, query: "figure", unit: "%", chart: null, needs: null, base: null };
    const report = await auditFigures(withQueries([{ key: "figure", query }]), {
      checks: ["existence"],
      areas: AREAS,
      withAllVariants: false,
      onProgress: () => {},
      documents: { ...validDocuments, headline: [figure], charts: [] },
    });
    return report.areas.flatMap(({ area, faults }) => faults.map(({ scenario }) => `${area}: ${scenario}`));
  }

  test("a ratio over a base that the area lacks is a fault, unless the document names the base", async () => {
    const modelWithoutCosts = withQueries([
      { key: "against_nothing", query: "DIVIDE(Q(total_costs), Q(nothing)) - 1.0" },
      { key: "nothing", query: "0.0" },
    ]);
    const ratioHeadline = { ...validDocuments.headline[0]!, query: "against_nothing", unit: "%", chart: null };
    const findFaults = async (base: string | null) =>
      faultsOf(
        "existence",
        { ...validDocuments, headline: [{ ...ratioHeadline, base }] },
        "against_nothing",
        modelWithoutCosts,
      );
    expect((await findFaults(null)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/denominator Q\(nothing\) is 0: expected base$/),
    ]);
    expect(await findFaults("nothing")).toEqual([]);
  });

  test("a percentage that is shown per year but does not compound is a fault", async () => {
    const title = validDocuments.sliders["costs_wacc_households"]!;
    const sliders = { ...validDocuments.sliders, costs_wacc_households: { ...title, unit: "% a year" } };
    const [fault] = await faultsOf("growth", { ...validDocuments, sliders }, "costs_wacc_households");
    expect(fault?.message).toMatch(/does not compound/);
  });
});
