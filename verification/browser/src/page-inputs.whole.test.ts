/** More of the page; `page.test.ts` has what each change can break. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { untilDrawn } from "./at-rest.ts";
import { accessibilityFaults, axeFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";

describe.skipIf(found === null)(`the page${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;

  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  beforeEach(async () => {
    page = await served.reusedPage();
  });
  afterEach(async () => served.closePages());

  /** Creates a scenario and opens it; resolves when its first numbers and its sliders are shown. */
  async function open(search = "?slide=electricity_wind"): Promise<number> {
    const id = await served.create();
    await show(page, `${served.url}/s/${id}${search}`);
    await untilDrawn(page);
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
    expect(await reason.textContent()).toBe("Not accepted; the value stays at 3.46 GW: at most 60.1 GW");
    await type("-1");
    expect(await reason.textContent()).toBe("Not accepted; the value stays at 3.46 GW: at least 0 GW");
    await type("60.1");
    await expect.poll(async () => (await served.userValues(id))[WIND]).toBe(60_100);
    expect(await reason.count()).toBe(0);
    expect((await served.changes(id)).length).toBe(2);
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
    expect((await served.changes(id)).length).toBe(1);
    await page.unroute(`**/api/v3/scenarios/${id}`);
  });

  test("group members set by the user are adjusted, too, and a share above the total is refused with the bound", async () => {
    const id = await open("?slide=households_heating");
    const members = page.locator(".group").first().locator(".member");
    const field = (member: number) => members.nth(member).locator("input");
    const set = async (member: number, share: number): Promise<void> => {
      await field(member).fill(String(share));
      await field(member).press("Enter");
    };
    const stored = async (): Promise<readonly number[]> =>
      Object.values(await served.userValues(id))
        .filter((share) => share > 0)
        .toSorted((one, other) => one - other);
    await set(0, 100);
    await expect.poll(stored).toEqual([100]);
    await set(1, 60);
    await expect.poll(stored).toEqual([40, 60]);
    await set(2, 20);
    await expect.poll(stored).toEqual([20, 32, 48]);
    await set(3, 120);
    await page.locator(".group .refused", { hasText: "at most 100 %" }).waitFor();
    // Every position of its range leaves the others a share, so that its response curve is complete.
    await members.nth(3).hover();
    await page.locator(".dock path.response").waitFor();
    expect(await stored()).toEqual([20, 32, 48]);
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: /^Reset to the start value/ }).click();
    await expect.poll(async () => served.userValues(id)).toEqual({});
  });

  test("an on/off input is a switch, including in its response curve, the timeline and the search", async () => {
    const CLOSED = "settings_close_coal_plants";
    const id = await open("?slide=electricity_coal");
    const row = page.locator(`[data-input="${CLOSED}"]`);
    await row.hover();
    await page.locator(".dock path.response").waitFor();
    expect(await page.locator(".dock .curve .tick").allTextContents()).toEqual(expect.arrayContaining(["Off", "On"]));
    await row.getByText("On", { exact: true }).click();
    await expect.poll(async () => (await served.userValues(id))[CLOSED]).toBe(1);
    await page.getByText("Close coal plants On").first().waitFor();
    await page.keyboard.press("Control+k");
    // The search takes keys from the first one.
    await page.keyboard.type("close coal");
    const found = page.locator(`[role=menuitem][data-key="slider ${CLOSED}"]`);
    await found.getByText("On", { exact: true }).waitFor();
    await found.click();
    await expect.poll(() => row.locator("button:focus").count()).toBe(1);
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("six panes on a desktop have complete titles, and their buttons cover neither titles nor views", async () => {
    const charts =
      "hourly_electricity,electricity_mix,emissions_to_the_future,costs_of_the_system,final_demand_by_carrier,merit_order";
    await open(`?charts=${charts}`);
    const pane = page.locator(".pane[data-chart=final_demand_by_carrier]");
    await pane.hover();
    expect(await page.locator(".pane h3").count()).toBe(6);
    const cut = `Array.from(document.querySelectorAll(".pane h3"))
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`;
    expect(await page.evaluate<readonly string[]>(cut)).toEqual([]);
    const [buttons, title, views] = await Promise.all(
      [".actions", "h3", ".segments"].map(async (part) => (await pane.locator(part).boundingBox())!),
    );
    for (const above of [title, views]) expect(buttons!.y).toBeGreaterThanOrEqual(above!.y + above!.height);
  });

  test("the page is in Dutch once the user chooses it, without accessibility faults", async () => {
    page = await served.newPage({ isAlone: true });
    await open("?slide=households_heating");
    await page.getByRole("radio", { name: "NL" }).click();
    await page.getByRole("region", { name: "Grafieken" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("nl");
    expect(await axeFaults(page)).toEqual([]);
  });
});
