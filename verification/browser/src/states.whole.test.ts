/**
 * Tests states of the page that a walkthrough does not reach: slow or failing responses, sliders and queries without a
 * value.
 */
import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, headlineOf, PHONE, ServedPage, show } from "./served-page.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const EMISSIONS = "direct_emissions_total_ghg_excl_bunkers";
const NUCLEAR = "electricity_produced_from_uranium";
const HOURS_SWITCH = "settings_enable_merit_order";
const COUPLING = "external_model_interconnectors";

const chromium = findChromium();

describe.skipIf(chromium === null)(`states of the page${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  /** Opens a page that loads its own scripts. */
  const useNewPage = async (): Promise<void> => {
    page = await servedPage.newPage({ isIsolated: true });
  };
  beforeEach(async () => {
    page = await servedPage.reusedPage();
  });
  afterEach(async () => servedPage.closePages());

  const open = async (search = "?slide=electricity_wind"): Promise<number> => {
    const id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}${search}`);
    return id;
  };
  const type = async (value: string): Promise<void> => {
    const field = page.locator(`[data-input="${WIND}"] input.field`);
    await field.fill(value);
    await field.press("Enter");
  };
  /** Delays responses until they are released. */
  function createGate(): {
    /** @param response replaces the server's response */
    readonly hold: (route: Route, response?: { readonly status: number }) => Promise<void>;
    readonly release: () => void;
  } {
    let release = (): void => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    return {
      hold: async (route, response) => {
        await released;
        await (response === undefined ? route.continue() : route.fulfill(response));
      },
      release,
    };
  }
  test("while the model loads, the server calculates the numbers, hours wait, and the page shows the progress", async () => {
    await useNewPage();
    const { hold, release } = createGate();
    let isFirst = true;
    await page.context().route("**/api/v3/model/parts/**", async (route) => {
      // The interface is loaded first, for the layout; then one part of the model.
      const isLate = /area=/.test(route.request().url());
      if (!isLate || isFirst) {
        if (isLate) isFirst = false;
        await route.continue();
      } else await hold(route);
    });
    await open("?slide=electricity_wind&charts=electricity_mix,hourly_electricity");
    await page.getByText(/^Loading model: \d+\.\d of \d+\.\d MB$/).waitFor();
    await page.locator(".headline data").first().waitFor();
    await expect.poll(async () => page.locator(".pane svg.chart rect").count()).toBeGreaterThan(10);
    await expect.poll(() => page.locator(".pane canvas").count()).toBe(0);
    await expect.poll(() => page.getByText("Hourly calculation is off for this scenario.").count()).toBe(0);
    const initialHeadline = await headlineOf(page);
    await type("20");
    await expect.poll(() => headlineOf(page)).not.toEqual(initialHeadline);
    const recipe = await page.locator(".headline").getAttribute("data-recipe");
    const movedHeadline = await headlineOf(page);
    release();
    await waitUntilAtRest(page);
    await page.locator(".pane canvas").first().waitFor();
    expect(await headlineOf(page)).toEqual(movedHeadline);
    await expect.poll(() => page.locator(".headline").getAttribute("data-recipe")).toBe(recipe);
    await expect.poll(() => page.getByText(/^Loading model/).count()).toBe(0);
  });

  test("a scenario that does not exist is reported without further attempts, with links to other pages, in the visitor's language", async () => {
    await useNewPage();
    let requests = 0;
    page.on("request", (request) => {
      if (new URL(request.url()).pathname === "/api/v3/scenarios/999999") requests++;
    });
    await page.goto(`${servedPage.url}/s/999999`);
    await page.getByRole("heading", { name: "This scenario does not exist or is private" }).waitFor();
    // One request before the components are loaded, and one from the screen.
    expect(requests).toBeLessThanOrEqual(2);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByText("NL", { exact: true }).click();
    await page.getByRole("heading", { name: "Dit scenario bestaat niet of is privé" }).waitFor();
    await page.locator(".missing").getByRole("button", { name: "Inloggen" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Naar de startpagina" }).click();
    await page.waitForURL(`${servedPage.url}/`);
    await page.goto(`${servedPage.url}/s/1/nothing`);
    await page.getByRole("heading", { name: "Pagina niet gevonden" }).waitFor();
  });

  test("a scenario whose sliders cannot be read offers another attempt", async () => {
    const id = await servedPage.create();
    const refuse = (route: Route): Promise<void> =>
      route.fulfill({ status: 400, json: { errors: { inputs: ["cannot be read"] } } });
    await page.route(`**/api/v3/scenarios/${id}/inputs*`, refuse);
    await show(page, `${servedPage.url}/s/${id}`);
    await page.getByRole("heading", { name: "This scenario could not be opened" }).waitFor();
    await page.unroute(`**/api/v3/scenarios/${id}/inputs*`, refuse);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Try again" }).click();
    await waitUntilAtRest(page);
  });

  test("a read-only scenario shows its sliders, which cannot be moved, and offers a copy that can be changed", async () => {
    await useNewPage();
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, title: "Adopted plan", read_only: true });
    await page.goto(`${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    const row = page.locator(`[data-input="${WIND}"]`);
    await expect.poll(() => row.locator(".thumb input").isDisabled()).toBe(true);
    await expect.poll(() => row.locator("input.field").isDisabled()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    // A guest sees the scenarios that the browser has opened.
    const ownId = await servedPage.create({ area_code: "nl", end_year: 2050, title: "Own plan" });
    await page.goto(`${servedPage.url}/s/${ownId}`);
    await waitUntilAtRest(page);
    await page.goto(`${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Compare with mine" }).click();
    const places = page.getByRole("dialog").locator("li .quiet");
    await expect.poll(() => places.count()).toBeGreaterThan(0);
    for (const place of await places.allTextContents()) expect(place).toMatch(/^[A-Z][a-z]+.* · \d{4}$/);
    await page
      .getByRole("region", { name: "Opened in this browser" })
      .getByRole("button", { name: /Own plan/ })
      .click();
    await page.locator(".side", { hasText: "Own plan" }).waitFor();
    await page.goBack();
    await page.getByRole("button", { name: "Copy to change" }).click();
    await page.getByRole("heading", { name: "Adopted plan, copy" }).waitFor();
    await waitUntilAtRest(page);
    await type("20");
    const copy = Number(/\/s\/(\d+)/.exec(page.url())![1]);
    await expect.poll(() => servedPage.userValues(copy)).toEqual({ [WIND]: 20_000 });
    await expect.poll(() => page.locator(".readOnly").count()).toBe(0);
  });

  test("another person's scenario offers a copy that can be changed", async () => {
    await useNewPage();
    const token = await servedPage.token("owner.of.plan@example.org");
    const scenario = { area_code: "nl", end_year: 2050, title: "Regional plan" };
    const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario }, token);
    await page.goto(`${servedPage.url}/s/${id}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    await expect.poll(() => page.locator(`[data-input="${WIND}"] input.field`).isDisabled()).toBe(true);
    await page.getByRole("button", { name: "Is it yours? Sign in" }).click();
    await page.getByRole("dialog").getByLabel("Password").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Copy to change" }).click();
    await page.getByRole("heading", { name: "Regional plan, copy" }).waitFor();
    expect(await servedPage.userValues(id)).toEqual({});
  });

  test("on a phone, theme and language are in a menu of the bar, and sections are in a menu of the sheet", async () => {
    await useNewPage();
    await page.setViewportSize(PHONE);
    await open();
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Settings" }).click();
    await page.getByRole("menuitemradio", { name: "Dark" }).click();
    expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");
    if ((await page.getByRole("menu").count()) === 0) await page.getByRole("button", { name: "Settings" }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("menuitemradio", { name: "Nederlands" }).click();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Onderdelen" }).click();
    await page
      .getByRole("dialog")
      .getByRole("link", { name: /^Waterstof/ })
      .click();
    await page.getByRole("heading", { name: "Waterstof" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("a page reports that its components cannot be loaded", async () => {
    await useNewPage();
    await page.route("**/assets/page-*.js", (route) => route.abort());
    await open();
    await expect.poll(() => page.locator("#page").textContent()).toContain("could not be loaded");
  });

  test("a screen or dialog that cannot be loaded later reports this, and the rest of the page works", async () => {
    await useNewPage();
    for (const part of ["Orders", "WhyPanel", "Yours"])
      await page.route(`**/assets/${part}-*.js`, (route) => route.abort());
    const id = await open();
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: "Data" }).click();
    await page.getByRole("tab", { name: "Priority lists" }).click();
    await page
      .getByRole("tabpanel")
      .getByText(/could not be loaded/)
      .waitFor();
    await page.keyboard.press("Escape");
    await page.goto(`${servedPage.url}/s/${id}?why=total_costs`);
    await waitUntilAtRest(page);
    await page.getByText(/could not be loaded/).waitFor();
    await page.goto(`${servedPage.url}/yours`);
    await expect.poll(() => page.getByText(/could not be loaded/).count()).toBe(1);
  });

  test("during a slow response charts keep their drawing below a progress bar, and the numbers are marked as outdated", async () => {
    await useNewPage();
    // The worker's responses wait while `held` is a promise.
    await page.addInitScript(`Worker.prototype.addEventListener = function (type, listener, options) {
        EventTarget.prototype.addEventListener.call(this, type, async (event) => {
          if (event.data?.kind === "answer") await globalThis.held;
          listener(event);
        }, options);
      }`);
    await open();
    await waitUntilAtRest(page);
    await page.evaluate("void (globalThis.held = new Promise((resolve) => (globalThis.release = resolve)))");
    const picture = (): Promise<string> => page.locator(".pane svg.chart").first().innerHTML();
    const previousState = [await headlineOf(page), await picture()];
    await type("20");
    await page.locator("main.isCalculating").waitFor();
    const bar = (): Promise<string> =>
      page.evaluate<string>(`getComputedStyle(document.querySelector(".pane .calculating")).opacity`);
    await expect.poll(bar).toBe("1");
    expect([await headlineOf(page), await picture()]).toEqual(previousState);
    await page.evaluate("release()");
    await waitUntilAtRest(page);
    expect([await headlineOf(page), await picture()]).not.toEqual(previousState);
    await expect.poll(bar).toBe("0");
  });

  test("a change that a busy server refuses is queued, calculated in the page and retried; its notice moves no slider", async () => {
    const id = await open();
    await waitUntilAtRest(page);
    const previousHeadline = await headlineOf(page);
    let refusals = 0;
    await page.route("**/api/v3/scenarios/*", async (route) => {
      if (route.request().method() !== "PUT" || refusals > 0) return route.continue();
      refusals++;
      return route.fulfill({
        status: 503,
        headers: { "retry-after": "2", "content-type": "application/json" },
        body: JSON.stringify({ errors: ["busy"] }),
      });
    });
    const sliders = (): Promise<readonly number[]> =>
      page.evaluate(`Array.from(document.querySelectorAll("[data-input]"), (row) => row.getBoundingClientRect().y)`);
    const indices = await sliders();
    await type("20");
    await expect.poll(() => headlineOf(page)).not.toEqual(previousHeadline);
    await page.getByText("Server busy: still calculating here, 1 change not sent yet").waitFor();
    // A notice that moved the slider could make a press miss it.
    expect(await sliders()).toEqual(indices);
    await expect.poll(() => servedPage.userValues(id)).toEqual({ [WIND]: 20_000 });
    await expect.poll(() => page.getByText("1 change not sent yet").count()).toBe(0);
    expect(refusals).toBe(1);
  });

  test("the server calculates if the worker fails immediately; a disabled slider is shown with its coupling", async () => {
    await useNewPage();
    await page.context().route("**/assets/worker-*.js", (route) => route.fulfill({ status: 404 }));
    const token = await servedPage.token("coupling@example.org");
    const scenario = { area_code: "nl", end_year: 2050 };
    const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario });
    await servedPage.send("POST", `/scenarios/${id}/couple`, { groups: [COUPLING] }, token);
    const inputs = await servedPage.send<
      Readonly<Record<string, { readonly disabled: boolean; readonly disabled_by_couplings?: readonly string[] }>>
    >("GET", `/scenarios/${id}/inputs`);
    const disabledKey = Object.keys(inputs).find((key) => inputs[key]!.disabled_by_couplings?.includes(COUPLING))!;
    expect(inputs[disabledKey]!.disabled).toBe(true);
    await page.goto(`${servedPage.url}/s/${id}`);
    await page.getByText("Calculating on the server").waitFor();
    await waitUntilAtRest(page);
    const headline = await headlineOf(page);
    expect(await servedPage.futureOf(id, Object.keys(headline))).toEqual(headline);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill(disabledKey);
    await page.locator(`[role=menuitem][data-key="slider ${disabledKey}"]`).click();
    const row = page.locator(`.row.off[data-input="${disabledKey}"]`);
    await expect.poll(() => row.locator(".thumb").count()).toBe(0);
    await row.getByRole("button", { name: "coupling External model interconnectors" }).waitFor();
  });

  test("a failing query leaves its cell empty with a reason, and the rest of the chart is drawn", async () => {
    await useNewPage();
    const reason = "divided by nothing";
    // The worker's answer when the queries fail.
    await page.addInitScript(`Worker.prototype.addEventListener = function (type, listener, options) {
        EventTarget.prototype.addEventListener.call(this, type, (event) => {
          for (const query of ${JSON.stringify([EMISSIONS, NUCLEAR])}) {
            if (event.data?.kind !== "answer") continue;
            event.data.answer.results.set(query, { today: null, future: null, fault: ${JSON.stringify(reason)} });
          }
          listener(event);
        }, options);
      }`);
    await open("?slide=electricity_wind&charts=electricity_mix");
    await waitUntilAtRest(page);
    const number = page.locator(`.headline li[data-query="${EMISSIONS}"]`);
    await expect.poll(() => number.locator(".figure b").textContent()).toBe("–");
    await expect.poll(() => page.locator(".headline data").count()).toBe(7);
    const pane = page.locator(".pane");
    await expect.poll(async () => pane.locator("svg.chart rect").count()).toBeGreaterThan(10);
    await pane.getByText(/^1 of \d+ without a value$/).waitFor();
    await expect.poll(() => pane.locator("footer [title]").last().getAttribute("title")).toBe(reason);
    await number.hover();
    await number.getByRole("button", { name: "Source and unit" }).click();
    await page.getByRole("dialog").getByText(`no value: ${reason}`).first().waitFor();
  });

  test("a page whose model was updated on the server reports it, and loses no change when it reloads", async () => {
    const id = await open();
    await waitUntilAtRest(page);
    await page.context().setOffline(true);
    await type("20");
    await page.getByText("Offline: still calculating here, 1 change not sent yet").waitFor();
    const isStored = createGate();
    await page.route(`**/api/v3/scenarios/${id}`, (route) =>
      route.request().method() === "PUT" ? isStored.hold(route) : route.continue(),
    );
    await page.route("**/api/v3/model/areas/*", async (route) => {
      const manifest = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...manifest, model: "c0ffee".padEnd(64, "0") } });
    });
    await page.context().setOffline(false);
    const notice = page.getByText(/^The server now uses model c0ffee000000\. These are still the results of model /);
    await expect.poll(() => notice.textContent()).toMatch(/ 1 unsent change is kept and will be sent\.$/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.waitForEvent("load");
    isStored.release();
    await expect.poll(() => servedPage.userValues(id)).toEqual({ [WIND]: 20_000 });
    await waitUntilAtRest(page);
    await expect.poll(() => notice.count()).toBe(0);
  });

  test("the server calculates if the worker fails late; a chart without hours offers the switch for the hourly calculation", async () => {
    await useNewPage();
    const { hold, release } = createGate();
    await page.context().route("**/assets/worker-*.js", (route) => hold(route, { status: 503 }));
    const id = await servedPage.create();
    await servedPage.set(id, { [HOURS_SWITCH]: 0 });
    await page.goto(`${servedPage.url}/s/${id}?charts=hourly_electricity,electricity_mix`);
    await page.locator(".pane").first().waitFor();
    release();
    await page.getByText("Calculating on the server").waitFor();
    await waitUntilAtRest(page);
    const pane = page.locator(".pane[data-chart=hourly_electricity]");
    await pane.getByText("Hourly calculation is off for this scenario.").waitFor();
    await pane.getByRole("button", { name: "Turn on hourly calculation" }).click();
    await pane.locator("canvas").first().waitFor();
    await expect.poll(() => servedPage.userValues(id)).toEqual({ [HOURS_SWITCH]: 1 });
  });

  test("the copy of an example shows its differences from the area's data, and sliders are reset to the example's values", async () => {
    const example = await servedPage.create();
    await servedPage.set(example, { [WIND]: 20_000 });
    const copy = await servedPage.create({ scenario_id: example });
    await show(page, `${servedPage.url}/s/${copy}?slide=electricity_wind`);
    await waitUntilAtRest(page);
    const row = page.locator(`.slide [data-input="${WIND}"]`);
    const placeOf = async (mark: string): Promise<number> => (await row.locator(mark).boundingBox())!.x;
    await row.locator(".start.example").waitFor({ state: "attached" });
    expect(await placeOf(".start:not(.example)")).toBeLessThan(await placeOf(".start.example"));
    expect((await row.locator(".fill").boundingBox())!.width).toBeGreaterThan(20);
    await expect.poll(() => row.locator(".reset").count()).toBe(0);
    await type("30");
    await expect.poll(() => servedPage.userValues(copy)).toEqual({ [WIND]: 30_000 });
    await row.hover();
    await row.locator(".reset").click();
    await expect.poll(() => servedPage.userValues(copy)).toEqual({ [WIND]: 20_000 });
    await expect.poll(() => row.locator("input.field").inputValue()).toBe("20.0");
    await expect.poll(() => row.locator(".reset").count()).toBe(0);
  });
});
