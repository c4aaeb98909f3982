/** Further tests of the page; `page.test.ts` has the most important ones. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilDrawn } from "./at-rest.ts";
import { accessibilityViolations, axeViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(chromium === null)(`the page${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
  });
  afterEach(async () => servedPage.closePages());

  /** Creates a scenario and opens it; resolves when its first numbers and its sliders are shown. */
  async function open(search = "?slide=electricity_wind"): Promise<number> {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await waitUntilDrawn(page);
    return id;
  }
  async function type(text: string): Promise<void> {
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill(text);
    await field.press("Enter");
  }

  test("a value typed outside the range is reset, and the slider shows the bound", async () => {
    const id = await open();
    const reason = page.locator(`[data-input="${WIND}"] .refused`);
    await type("9999");
    await expect.poll(() => reason.textContent()).toBe("Not accepted; the value stays at 3.46 GW: at most 60.1 GW");
    await type("-1");
    await expect.poll(() => reason.textContent()).toBe("Not accepted; the value stays at 3.46 GW: at least 0 GW");
    await type("60.1");
    await expect.poll(async () => (await servedPage.userValues(id))[WIND]).toBe(60_100);
    await expect.poll(() => reason.count()).toBe(0);
    expect((await servedPage.changes(id)).length).toBe(2);
  });

  test("a move that the service refuses is reset, and the slider shows the reason", async () => {
    const id = await open();
    const reason = "Input wind is disabled: replaced by the attached curve weather/wind";
    await page.route(`**/api/v3/scenarios/${id}`, async (route) =>
      route.request().method() === "PUT"
        ? route.fulfill({ status: 422, json: { errors: [reason] } })
        : route.continue(),
    );
    await type("12.5");
    await page.locator(`[data-input="${WIND}"] .refused`, { hasText: reason }).waitFor();
    expect((await servedPage.changes(id)).length).toBe(1);
    await page.unroute(`**/api/v3/scenarios/${id}`);
  });

  test("group members that the user has set are also adjusted, and a share above the total is refused with the bound", async () => {
    const id = await open("?slide=households_heating");
    const members = page.locator(".group").first().locator(".member");
    const field = (member: number) => members.nth(member).locator("input");
    const set = async (member: number, share: number): Promise<void> => {
      await field(member).fill(String(share));
      await field(member).press("Enter");
    };
    const readStored = async (): Promise<readonly number[]> =>
      Object.values(await servedPage.userValues(id))
        .filter((share) => share > 0)
        .toSorted((one, other) => one - other);
    await set(0, 100);
    await expect.poll(readStored).toEqual([100]);
    await set(1, 60);
    await expect.poll(readStored).toEqual([40, 60]);
    await set(2, 20);
    await expect.poll(readStored).toEqual([20, 32, 48]);
    await set(3, 120);
    await page.locator(".group .refused", { hasText: "at most 100 %" }).waitFor();
    // Every position in its range leaves a share for the others, so that its response curve is complete.
    await members.nth(3).hover();
    await page.locator(".dock path.response").waitFor();
    expect(await readStored()).toEqual([20, 32, 48]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: /^Reset to the start value/ }).click();
    await expect.poll(async () => servedPage.userValues(id)).toEqual({});
  });

  test("an on/off input is a switch, including in its response curve, the timeline and the search", async () => {
    const CLOSED_PLANTS = "settings_close_coal_plants";
    const id = await open("?slide=electricity_coal");
    const row = page.locator(`[data-input="${CLOSED_PLANTS}"]`);
    await row.hover();
    await page.locator(".dock path.response").waitFor();
    await expect
      .poll(() => page.locator(".dock .curve .tick").allTextContents())
      .toEqual(expect.arrayContaining(["Off", "On"]));
    await row.getByText("On", { exact: true }).click();
    await expect.poll(async () => (await servedPage.userValues(id))[CLOSED_PLANTS]).toBe(1);
    await page.getByText("Close coal plants On").first().waitFor();
    await page.keyboard.press("Control+k");
    // The search receives keys from the first one on.
    await page.keyboard.type("close coal");
    const item = page.locator(`[role=menuitem][data-key="slider ${CLOSED_PLANTS}"]`);
    await item.getByText("On", { exact: true }).waitFor();
    await item.click();
    await expect.poll(() => row.locator("button:focus").count()).toBe(1);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test("six panes on a desktop have full titles, and their buttons cover neither titles nor views", async () => {
    const charts =
      "hourly_electricity,electricity_mix,emissions_to_the_future,costs_of_the_system,final_demand_by_carrier,merit_order";
    await open(`?charts=${charts}`);
    const pane = page.locator(".pane[data-chart=final_demand_by_carrier]");
    await pane.hover();
    await expect.poll(() => page.locator(".pane h3").count()).toBe(6);
    const cut = `Array.from(document.querySelectorAll(".pane h3"))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;
    expect(await page.evaluate<readonly string[]>(cut)).toEqual([]);
    const [buttons, title, views] = await Promise.all(
      [".actions", "h3", ".segments"].map(async (part) => (await pane.locator(part).boundingBox())!),
    );
    for (const box of [title, views]) expect(buttons!.y).toBeGreaterThanOrEqual(box!.y + box!.height);
  });

  test("the page switches to Dutch when the user chooses it, without accessibility violations", async () => {
    page = await servedPage.newPage({ isIsolated: true });
    await open("?slide=households_heating");
    await page.getByRole("radio", { name: "NL" }).click();
    await page.getByRole("region", { name: "Grafieken" }).waitFor();
    await expect.poll(() => page.locator("html").getAttribute("lang")).toBe("nl");
    expect(await axeViolations(page)).toEqual([]);
  });
});
