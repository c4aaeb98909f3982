/** Tests that the models' figures add up, and that each check finds the faults that it is meant to find. */
import { join } from "node:path";
import { interfaceOf } from "@etesian/compute/interface-of";
import { type Model, openModel } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { csvLines } from "@etesian/tables";
import { modelCache } from "@etesian/testing/model-cache";
import { isExhaustiveRun } from "@etesian/testing/sample";
import { beforeAll, describe, expect, test } from "vitest";
import { type AuditReport, auditFigures, type FoundFault } from "./audit.ts";
import { AuditedModel } from "./audited-model.ts";
import { AuditedScenario } from "./audited-scenario.ts";
import { CHECK_NAMES, type CheckName } from "./checks.ts";
import { openFaults, reportLines } from "./report.ts";
import { variants } from "./scenarios.ts";

type Documents = ReturnType<typeof interfaceOf>["documents"];
type Chart = Documents["charts"][number];

const STARTER = join(import.meta.dirname, "../../../../models/starter");
/** Countries and small municipalities; `npm test -- --exhaustive` adds more. */
const STARTER_AREAS = ["nl", "GM0014_groningen", ...(isExhaustiveRun ? ["DE_germany", "GM0344_utrecht"] : [])];

const onProgress = (): void => {};

let starter: Model;
let documents: Documents;

beforeAll(async () => {
  starter = await openModel(STARTER, modelCache);
  ({ documents } = interfaceOf(starter));
});

describe("the figures of models", () => {
  test("the figures of the included model add up", { timeout: 1_200_000 }, async () => {
    const options = { checks: CHECK_NAMES, areas: STARTER_AREAS, withAllVariants: isExhaustiveRun, onProgress };
    const report = await auditFigures(starter, options);
    expect({ faults: openFaults(report), unused: report.unused }).toEqual({ faults: [], unused: [] });
    for (const { checked } of report.areas) {
      expect(checked.charts).toBeGreaterThan(90);
      expect(checked.headlines).toBe(9);
      expect(checked.exports).toBe(7);
    }
  });

  test("the residual load is above 0 in the hour of the highest price, in the query and in the table", async () => {
    const models = [{ model: starter, area: "nl" }];
    if (realModel !== null)
      models.push({ model: await openModel(realModel, { ...modelCache, firstArea: null }), area: "nl2023" });
    for (const { model, area } of models) {
      const auditedModel = new AuditedModel(model);
      const dataset = await model.dataset(area);
      const [startVariant] = variants(auditedModel.engine.inputs(dataset, 2050), area, false);
      const solution = auditedModel.engine.solve(dataset, startVariant!.recipe);
      const scenario = new AuditedScenario(auditedModel, area, solution, dataset);
      const price = scenario.curve("merit_order_price_curve")!;
      const hour = price.indexOf(Math.max(...price));
      expect(scenario.curve("electricity_imbalance_inflexible_curve")![hour]).toBeGreaterThan(0);
      const [header, ...rows] = [...csvLines(solution.hourlyExport("residual_load")!.table())];
      expect(header).toMatch(/^Time,Electricity imbalance \(MW\)/);
      expect(Number(rows[hour]!.split(",")[1])).toBeGreaterThan(0);
    }
  });
});

describe("checks of figures", () => {
  let report: AuditReport;

  /** One mistake for each check. */
  beforeAll(async () => {
    const chart = (key: string): Chart => documents.charts.find((chart) => chart.key === key)!;
    const total = { ...chart("costs_to_the_future").series[0]!, queries: ["total_costs"], label: sameText("All") };
    const brokenCharts: readonly Chart[] = [
      chartWithout("hourly_electricity", ({ carrier }) => carrier === "gas"),
      chartWithout("final_demand_by_sector", ({ sector }) => sector === "industry"),
      chartWithout("emissions_by_sector", ({ sector }) => sector === "industry"),
      { ...chart("biofuel_in_blends"), type: "stacked_bars" },
      { ...chart("peaks_of_networks"), type: "stacked_bars" },
      { ...chart("prices_abroad"), type: "hours" },
      { ...chart("costs_to_the_future"), series: [...chart("costs_to_the_future").series, total] },
      { ...chart("residual_load"), series: chart("residual_load").series.map((one) => ({ ...one, drawn: "below" })) },
      chartWithout("energy_flows", ({ from, to }) => from === "power" && to === "industry"),
    ];
    report = await auditFigures(starter, {
      checks: CHECK_NAMES,
      areas: ["nl"],
      withAllVariants: false,
      onProgress,
      documents: {
        ...documents,
        charts: documents.charts.map((chart) => brokenCharts.find(({ key }) => key === chart.key) ?? chart),
        differences: [
          { check: "family", of: "emissions_by_sector", part: null, reason: "Industry is left out." },
          { check: "stack", of: "hourly_trade", part: null, reason: "It has no line." },
        ],
      },
    });

    function chartWithout(key: string, isMissing: (series: Chart["series"][number]) => boolean): Chart {
      return { ...chart(key), series: chart(key).series.filter((series) => !isMissing(series)) };
    }
  });

  const sameText = (text: string) => ({ en: text, nl: text });

  const faultsOf = (name: CheckName, subjectKey: string): readonly FoundFault[] =>
    report.areas.flatMap(({ faults }) =>
      faults.filter(({ check, subject }) => check === name && subject === subjectKey),
    );

  test("an hourly chart without one of its sources does not balance, and the report gives the hour and the amount", () => {
    const [fault] = faultsOf("stack", "hourly_electricity");
    expect(fault).toMatchObject({ hour: expect.any(Number), unit: "GW", scenarios: 2 });
    expect(fault!.missing).toBeGreaterThan(1);
    expect(reportLines(report)).toContainEqual(
      expect.stringMatching(/^nl: stack: hourly_electricity, \d\d-\d\d \d\d:00 \(hour \d+\): .*; [\d.]+ GW missing \(/),
    );
  });

  test("a chart without one of its series differs from the total that it declares", () => {
    const [fault] = faultsOf("family", "final_demand_by_sector");
    expect(fault).toMatchObject({ hour: null, unit: "PJ", part: null });
    expect(fault!.missing).toBeGreaterThan(100);
  });

  test("a node of a flow chart without one of its links does not balance", () => {
    expect(faultsOf("family", "energy_flows")).toMatchObject([{ part: "power", unit: "PJ" }]);
  });

  test("a headline number that differs from all figures of its chart is a fault", () => {
    const [fault] = faultsOf("headline", "direct_emissions_total_ghg_excl_bunkers");
    expect(fault).toMatchObject({ part: "emissions_by_sector", unit: "Mt CO₂-eq" });
    expect(fault!.missing).toBeGreaterThan(10);
  });

  test.each(["biofuel_in_blends", "peaks_of_networks", "prices_abroad"])(
    "a chart that stacks %s, which have no sum, is a fault",
    (key) => {
      expect(faultsOf("sums", key)[0]?.message).toMatch(/(?:have no sum|cannot be summed)$/);
    },
  );

  test("a series that is the sum of the others is a fault", () => {
    expect(faultsOf("sums", "costs_to_the_future")).toMatchObject([
      { part: "All", message: expect.stringMatching(/the sum of the others$/) },
    ]);
  });

  test("a residual load that is drawn below zero is a fault", () => {
    expect(faultsOf("sign", "residual_load").map(({ message }) => message)).toContain(
      "the residual load is drawn below zero",
    );
  });

  test("a documented difference is counted separately, and is reported when no check finds it any more", () => {
    expect(faultsOf("family", "emissions_by_sector")).toMatchObject([{ documented: "Industry is left out." }]);
    expect(openFaults(report).some(({ documented }) => documented !== null)).toBe(false);
    expect(report.unused).toEqual(["stack hourly_trade"]);
    expect(reportLines(report).at(-1)).toMatch(/^nl +2 +\d+ +9 +7 +\d+ +\d+ +1$/);
  });
});
