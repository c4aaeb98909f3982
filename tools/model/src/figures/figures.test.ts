/** Each check of figures finds the fault that it is there for, in documents of the included model with one mistake. */
import { join } from "node:path";
import { openModel, type Model } from "@etesian/model";
import { beforeAll, describe, expect, test } from "vitest";
import { modelCache } from "@etesian/testing/model-cache";
import { interfaceOf } from "@etesian/compute/interface-of";
import { auditFigures, type FoundFault } from "./audit.ts";
import type { CheckName } from "./checks.ts";
import { reportLines } from "./report.ts";

type Documents = ReturnType<typeof interfaceOf>["documents"];
type Chart = Documents["charts"][number];

const STARTER = join(import.meta.dirname, "../../../../models/starter");

let model: Model;
let sound: Documents;

beforeAll(async () => {
  model = await openModel(STARTER, modelCache);
  sound = interfaceOf(model).documents;
});

const chartOf = (key: string): Chart => sound.charts.find((chart) => chart.key === key)!;

/** The documents with one chart replaced. */
const withChart = (chart: Chart): Documents => ({
  ...sound,
  charts: sound.charts.map((each) => (each.key === chart.key ? chart : each)),
});

const audit = (only: CheckName, documents: Documents) =>
  auditFigures(model, { only: [only], areas: ["nl"], whole: false, onProgress: () => {}, documents });

async function faultsOf(only: CheckName, documents: Documents, subject: string): Promise<readonly FoundFault[]> {
  const { areas } = await audit(only, documents);
  return areas.flatMap(({ faults }) => faults.filter((fault) => fault.subject === subject));
}

describe("checks of figures", () => {
  test("a chart of hours without one of its sources does not close, and the report says when and by how much", async () => {
    const chart = chartOf("hourly_electricity");
    const series = chart.series.filter(({ carrier }) => carrier !== "gas");
    const report = await audit("stack", withChart({ ...chart, series }));
    const [fault] = report.areas[0]!.faults.filter(({ subject }) => subject === chart.key);
    expect(fault).toMatchObject({ hour: expect.any(Number), unit: "GW" });
    expect(fault!.missing).toBeGreaterThan(1);
    expect(reportLines(report)).toContainEqual(
      expect.stringMatching(/^nl: stack: hourly_electricity, \d\d-\d\d \d\d:00 \(hour \d+\): .*; [\d.]+ GW missing \(/),
    );
  });

  test("a chart without one of its series differs from the total that it declares", async () => {
    const chart = chartOf("final_demand_by_sector");
    const [fault] = await faultsOf("family", withChart({ ...chart, series: chart.series.slice(1) }), chart.key);
    expect(fault).toMatchObject({ hour: null, unit: "PJ", scenario: expect.any(String) });
    expect(fault!.missing).toBeGreaterThan(100);
  });

  test("a headline number that is no figure of its chart is a fault, unless the document says why", async () => {
    const chart = chartOf("costs_of_the_system");
    const documents = withChart({ ...chart, series: chart.series.slice(1) });
    const [fault] = await faultsOf("headline", documents, "total_costs");
    expect(fault).toMatchObject({ part: chart.key, unit: "bln €" });
    const differs = { en: "Without fuels.", nl: "Zonder brandstoffen." };
    const headline = documents.headline.map((each) => ({ ...each, differs }));
    expect(await faultsOf("headline", { ...documents, headline }, "total_costs")).toEqual([]);
  });

  test.each([
    ["shares", "stacked_bars", "biofuel_in_blends"],
    ["prices", "hours", "prices_abroad"],
  ] as const)("a chart that stacks %s is a fault", async (_, type, key) => {
    const [fault] = await faultsOf("sums", withChart({ ...chartOf(key), type }), key);
    expect(fault?.message).toMatch(/have no sum$/);
  });

  test("a series that is the sum of the others is a fault", async () => {
    const chart = chartOf("costs_of_the_system");
    const total = { ...chart.series[0]!, queries: ["total_costs"], label: { en: "All", nl: "Alles" } };
    const faults = await faultsOf("sums", withChart({ ...chart, series: [...chart.series, total] }), chart.key);
    expect(faults).toMatchObject([{ part: "All", message: expect.stringMatching(/the sum of the others$/) }]);
  });

  test("a residual load that is drawn below zero is a fault", async () => {
    const chart = chartOf("residual_load");
    const series = chart.series.map((one) => ({ ...one, drawn: "below" as const }));
    const faults = await faultsOf("sign", withChart({ ...chart, series }), chart.key);
    expect(faults.map(({ message }) => message)).toContain("the residual load is drawn below zero");
  });

  test("a documented difference is counted apart, and reported once nothing finds it any more", async () => {
    const chart = chartOf("final_demand_by_sector");
    const difference = { check: "family", of: chart.key, part: null, reason: "Transport is a model of its own." };
    const broken = withChart({ ...chart, series: chart.series.slice(1) });
    const report = await audit("family", { ...broken, differences: [difference] });
    const documented = report.areas[0]!.faults.filter(({ documented: reason }) => reason !== null);
    expect(documented).toMatchObject([{ subject: chart.key, documented: difference.reason }]);
    const stale = await audit("family", { ...sound, differences: [difference] });
    expect(stale.unfound).toEqual([`family ${chart.key}`]);
  });
});
