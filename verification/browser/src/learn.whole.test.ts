/** Tests help in the page: the tour, the dictionary of the model, questions in the search, and links to documents. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const STEPS = 6;

describe.skipIf(chromium === null)(`learning the page${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test("the tour starts on request, has six steps that work by keyboard, ends with Esc, and does not return", async () => {
    const page = await servedPage.newPage();
    await page.goto(servedPage.url);
    await page.getByRole("button", { name: "Take the tour" }).click();
    const card = page.locator(".tour");
    await card.getByText(`Step 1 of ${STEPS}`).waitFor();
    await waitUntilAtRest(page);
    const outline = "getComputedStyle(document.querySelector('.slide')).outlineStyle";
    expect(await page.evaluate(outline)).toBe("solid");
    const faults: unknown[] = [];
    for (let step = 2; step <= STEPS; step++) {
      await card.getByRole("button", { name: "Next" }).focus();
      await page.keyboard.press("Enter");
      await card.getByText(`Step ${step} of ${STEPS}`).waitFor();
      // A screen reader reads the step, because its card has the focus.
      await expect.poll(() => page.evaluate("document.activeElement.className")).toBe("tour");
      if (step === 2) faults.push(...(await accessibilityViolations(page)));
    }
    expect(faults).toEqual([]);
    await card.getByRole("button", { name: "Back" }).click();
    await card.getByText(`Step ${STEPS - 1} of ${STEPS}`).waitFor();
    await page.keyboard.press("Escape");
    await card.waitFor({ state: "detached" });
    expect(await page.evaluate(outline)).not.toBe("solid");
    await page.reload();
    await waitUntilAtRest(page);
    await expect.poll(() => card.count()).toBe(0);
  });

  test("the workbench stays usable during the tour, which a button ends at any step", async () => {
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${await servedPage.create()}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("how does this page work");
    await page.getByRole("menuitem", { name: /How does this page work/ }).waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.locator(".tour").getByRole("button", { name: "Next" }).click();
    await page.getByRole("slider").first().press("ArrowRight");
    await page.locator(".slide .chip.hand").waitFor();
    await page.getByRole("button", { name: "Leave the tour" }).click();
    await expect.poll(() => page.locator(".tour").count()).toBe(0);
  });

  test("slides and charts link to a document on the same server", async () => {
    const page = await servedPage.reusedPage();
    await show(page, `${servedPage.url}/s/${await servedPage.create()}?slide=electricity_wind&charts=electricity_mix`);
    await waitUntilAtRest(page);
    const slideHref = await page.locator(".slide .documentLink").getAttribute("href");
    await page.getByRole("button", { name: "Actions: Electricity by source" }).click();
    await page.getByRole("menuitem", { name: "Source and unit" }).click();
    const chartHref = await page
      .getByRole("link", { name: "Documentation: Electricity by source" })
      .getAttribute("href");
    for (const address of [slideHref, chartHref]) {
      expect(address).toMatch(/^\/docs\/\w+\.html#/);
      expect((await fetch(`${servedPage.url}${address}`)).status).toBe(200);
    }
  });

  test("the dictionary finds sliders, results, charts and areas by name and key, and the URL keeps the search", async () => {
    const page = await servedPage.newPage();
    await page.goto(`${servedPage.url}/dictionary`);
    await page.locator("[data-entry]").first().waitFor();
    await page.getByRole("searchbox").fill("offshore");
    const wind = page.locator("[data-entry=capacity_of_energy_power_wind_turbine_offshore]");
    await wind.waitFor();
    await expect.poll(() => wind.textContent()).toMatch(/MW/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("radio", { name: "Charts" }).focus();
    await page.keyboard.press("Space");
    await page.getByRole("searchbox").fill("electricity by source");
    const mix = page.locator("[data-entry=electricity_mix]");
    await mix.waitFor();
    await page.reload();
    await mix.waitFor();
    await page.goto(`${servedPage.url}/dictionary?kind=queries&find=total_costs`);
    await page.locator("[data-entry=total_costs]").waitFor();
    await page.goto(`${servedPage.url}/dictionary?kind=areas&find=nl`);
    await page.locator("[data-entry=nl]").waitFor();
  });

  test("help is shown in Dutch without accessibility violations, even on a phone", async () => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: "nl-NL" } });
    await page.setViewportSize(PHONE);
    await page.goto(`${servedPage.url}/dictionary?find=zee`);
    await page.getByText("Woordenboek van het model").waitFor();
    await page.locator("[data-entry]").first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.goto(servedPage.url);
    await page.getByRole("button", { name: "Rondleiding volgen" }).click();
    await page.locator(".tour").getByText("Stap 1 van 6").waitFor();
    await waitUntilAtRest(page);
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
