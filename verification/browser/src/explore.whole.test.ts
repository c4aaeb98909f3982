/** Explore in both languages and on a phone, and its estimates compared with a sweep's on the server. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, DESKTOP, PHONE, ServedPage } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

interface Sweep {
  readonly id: string;
  readonly status: string;
}
interface Estimates {
  readonly figures: readonly {
    readonly influences: readonly { readonly factor: string; readonly mu: number; readonly mu_star: number }[];
  }[];
}

describe.skipIf(found === null)(`Explore${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;

  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  const isDone = (page: Page) => page.locator(".runBar [aria-valuenow='100']").waitFor();

  test.each([
    ["matters", "Jaarlijkse kosten: effect van elke schuif"],
    ["sure", "Oorzaken van de spreiding"],
    ["target", /zelfstandig/],
    ["areas", "Jaarlijkse kosten: verandering tot 2050"],
    ["answers", /verschillende goede antwoorden$/],
    ["differ", /^Jaarlijkse kosten: van .* naar /],
  ] as const)("%s speaks Dutch, and is accessible on a desktop and on a phone", async (question, heading) => {
    const page = await served.newPage({ isAlone: true, options: { locale: "nl-NL" } });
    const [id, other] = await Promise.all([
      served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } }),
      served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 20_000 } }),
    ]);
    await page.goto(
      `${served.url}/s/${id}?slide=electricity_wind&view=explore&explore=${question}&of=total_costs&cmp=${other}&charts=electricity_mix${question === "answers" ? "&n=256" : ""}`,
    );
    await isDone(page);
    await page.getByRole("heading", { name: heading }).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize(PHONE);
    await page.locator(".runBar").waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.setViewportSize(DESKTOP);
  });

  test("the influence of sliders equals the estimates of a sweep on the server", async () => {
    const id = await served.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    const page = await served.newPage();
    await page.goto(`${served.url}/s/${id}?slide=electricity_wind`);
    await untilAtRest(page);
    const sliders = await page
      .locator(".slide [data-input]")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-input")!));
    const requested = await served.send<Sweep>("POST", "/sweeps", {
      sweep: {
        base: { scenario_id: id },
        factors: { all: { part_of_present: 0.1, sliders } },
        design: { method: "morris", n: 10 },
        outputs: { queries: ["total_costs"] },
        seed: 1,
      },
    });
    await expect
      .poll(async () => (await served.send<Sweep>("GET", `/sweeps/${requested.id}`)).status, { timeout: 240_000 })
      .toBe("completed");
    const { figures } = await served.send<Estimates>("GET", `/sweeps/${requested.id}/results/estimates`);
    const expected = figures[0]!.influences.filter(({ mu_star: size }) => size > 0);
    await page.goto(`${served.url}/s/${id}?slide=electricity_wind&view=explore&of=total_costs`);
    await isDone(page);
    const shown = await page
      .locator(".ranking [role=option]")
      .evaluateAll((rows) =>
        rows.map((row) => [row.getAttribute("data-key"), Number(row.querySelector("data")!.value)] as const),
      );
    expect(shown).toEqual(expected.map(({ factor, mu }) => [factor, mu * 1e-9]));
  });

  test("a cancelled run keeps its results, and runs again on request", async () => {
    const id = await served.create();
    const page = await served.newPage();
    await page.goto(`${served.url}/s/${id}?view=explore&scope=all&of=total_costs`);
    await page.locator(".ranking [role=option]").first().waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Stopped after \d+ of 1,\d{3} variants$/).waitFor();
    expect(await page.locator(".ranking [role=option]").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
  });
});
