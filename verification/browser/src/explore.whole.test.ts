/** Tests Explore in both languages and on a phone, and compares its estimates with a sweep's results on the server. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, DESKTOP, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
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

describe.skipIf(chromium === null)(`Explore${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const waitUntilDone = (page: Page) => page.locator(".runBar [aria-valuenow='100']").waitFor();

  test.each([
    ["matters", "Jaarlijkse kosten: effect van elke schuif"],
    ["sure", "Onzekere schuifregelaars"],
    ["target", /zelfstandig/],
    ["areas", "Jaarlijkse kosten: verandering tot 2050"],
    ["answers", /verschillende goede antwoorden$/],
    ["differ", /^Jaarlijkse kosten: van .* naar /],
  ] as const)(
    "the question %s is shown in Dutch, and is accessible on a desktop and on a phone",
    async (question, heading) => {
      const page = await servedPage.reusedPage({ locale: "nl-NL" });
      const [id, otherId] = await Promise.all([
        servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } }),
        servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 20_000 } }),
      ]);
      await show(
        page,
        `${servedPage.url}/s/${id}?slide=electricity_wind&view=explore&explore=${question}&of=total_costs&cmp=${otherId}&charts=electricity_mix${["answers", "sure"].includes(question) ? "&n=64" : ""}`,
      );
      await waitUntilDone(page);
      await page.getByRole("heading", { name: heading }).waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.setViewportSize(PHONE);
      await page.locator(".runBar").waitFor();
      // Six questions do not fit: they are a menu, and no setting is outside the screen.
      await page.locator(".exploreBar select").waitFor();
      expect(
        await page
          .locator(".exploreBar, .exploreSettings")
          .evaluateAll((bars) => bars.filter((bar) => bar.scrollWidth > bar.clientWidth).map((bar) => bar.className)),
      ).toEqual([]);
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.setViewportSize(DESKTOP);
    },
  );

  test("the influence of sliders equals the estimates of a sweep on the server", async () => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, user_values: { [WIND]: 40_000 } });
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    const sliders = await page
      .locator(".slide [data-input]")
      .evaluateAll((rows) => rows.map((row) => row.getAttribute("data-input")!));
    const sweep = await servedPage.send<Sweep>("POST", "/sweeps", {
      sweep: {
        base: { scenario_id: id },
        factors: { all: { part_of_present: 0.1, sliders } },
        design: { method: "morris", n: 10 },
        outputs: { queries: ["total_costs"] },
        seed: 1,
      },
    });
    await expect
      .poll(async () => (await servedPage.send<Sweep>("GET", `/sweeps/${sweep.id}`)).status, { timeout: 240_000 })
      .toBe("completed");
    const { figures } = await servedPage.send<Estimates>("GET", `/sweeps/${sweep.id}/results/estimates`);
    const expected = figures[0]!.influences.filter(({ mu_star: size }) => size > 0);
    await show(page, `${servedPage.url}/s/${id}?slide=electricity_wind&view=explore&of=total_costs&move=together`);
    await waitUntilDone(page);
    const shownInfluences = await page
      .locator(".ranking [role=option]")
      .evaluateAll((rows) =>
        rows.map((row) => [row.getAttribute("data-key"), Number(row.querySelector("data")!.value)] as const),
      );
    expect(shownInfluences).toEqual(expected.map(({ factor, mu }) => [factor, mu * 1e-9]));
  });

  test("a cancelled run keeps its results, and runs again on request", async () => {
    const id = await servedPage.create();
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${id}?view=explore&scope=all&of=total_costs&move=together`);
    await page.locator(".ranking [role=option]").first().waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Stopped after \d+ of 1,\d{3} variants$/).waitFor();
    await expect.poll(() => page.locator(".ranking [role=option]").count()).toBeGreaterThan(0);
    await page.getByRole("button", { name: "Run again" }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
  });
});
