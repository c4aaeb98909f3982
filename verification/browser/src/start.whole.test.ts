/**
 * Tests how scenarios start: from an area on the map or in the list, an ID, a URL or a file. Also tests a user's
 * account.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { mailedLink, signUp } from "./users.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const EMISSIONS = "direct_emissions_total_ghg_excl_bunkers";
const SHARE = "households_heater_combined_network_gas_share";
const ADA = { email: "ada.begins@example.org", password: "correct horse battery", name: "Ada Lovelace" };

describe.skipIf(chromium === null)(`the start${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function start(pagePromise = servedPage.reusedPage()): Promise<Page> {
    const page = await pagePromise;
    await show(page, servedPage.url);
    await page.getByRole("option").first().waitFor();
    return page;
  }
  const onMap = (page: Page, name: string) => page.getByRole("radio", { name, exact: true });
  const chosenInList = (page: Page) => page.locator("[role=option][aria-selected=true]").textContent();
  const scenarioOf = (page: Page): number => Number(/\/s\/(\d+)/.exec(page.url())?.[1]);

  test("nothing moves while areas, examples and their figures load", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    const { id } = await servedPage.send<{ id: number }>("POST", "/scenarios", { area_code: "nl", end_year: 2050 });
    const example = { id, area_code: "nl", end_year: 2050, description_en: "A description.", description_nl: "Tekst." };
    const examples = Array.from({ length: 6 }, () => ({
      ...example,
      title_en: "An example",
      title_nl: "Een voorbeeld",
    }));
    await page.route(/featured_scenarios/, (route) => route.fulfill({ json: { featured_scenarios: examples } }));
    await page.addInitScript(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) shift += value;
      }).observe({ type: "layout-shift", buffered: true });`);
    const arrivals: string[] = [];
    // The responses arrive one by one, so that each arrival could move the visible parts.
    const namesBeforeModel: string[] = [];
    for (const part of [/\/areas\?/, /featured_scenarios/, /\/model/])
      await page.route(part, async (route) => {
        if (part.source.includes("model"))
          namesBeforeModel.push(...(await page.locator(".areas, .examples .quiet").allTextContents()));
        await new Promise((resolve) => setTimeout(resolve, 150 * (arrivals.push(route.request().url()) + 1)));
        await route.fallback();
      });
    await page.goto(servedPage.url);
    await page.locator(".examples .price path").first().waitFor();
    await page.locator(".map .area").first().waitFor();
    expect(arrivals.length).toBeGreaterThan(2);
    // The model has the names of areas; until it loads, no keys are shown instead.
    expect(namesBeforeModel.length).toBeGreaterThan(0);
    expect(namesBeforeModel.filter((text) => !/^\s*(?:Loading.*)?$/.test(text))).toEqual([]);
    // Web Vitals rates a sum below 0.1 as good.
    expect(Number(await page.evaluate("shift"))).toBeLessThan(0.1);
  });

  describe("areas", () => {
    test("an area is chosen on the map, by a click or by keys, and the scenario starts in it", async () => {
      const page = await start();
      await onMap(page, "Utrecht").click();
      expect(await chosenInList(page)).toContain("Utrecht");
      const previousLabel = await page.evaluate("document.activeElement.getAttribute('aria-label')");
      await page.keyboard.press("ArrowLeft");
      const nextLabel = await page.evaluate("document.activeElement.getAttribute('aria-label')");
      expect(nextLabel).not.toBe(previousLabel);
      expect(await chosenInList(page)).toContain(String(nextLabel));
      await onMap(page, "Groningen").click();
      expect(await accessibilityViolations(page)).toEqual([]);
      await page.getByRole("radio", { name: "2040" }).click();
      await page.getByRole("button", { name: "Start", exact: true }).click();
      await waitUntilAtRest(page);
      const scenario = await servedPage.send<object>("GET", `/scenarios/${scenarioOf(page)}`);
      expect(scenario).toMatchObject({ area_code: "GM0014_groningen", end_year: 2040 });
    });

    test("a scenario starts in any year after the data of its area", async () => {
      const page = await start();
      await onMap(page, "Groningen").click();
      await page.getByRole("radio", { name: "other" }).click();
      const startButton = page.getByRole("button", { name: "Start", exact: true });
      const year = page.getByRole("textbox", { name: /^A year after 20\d\d$/ });
      await year.fill("1999");
      await expect.poll(() => startButton.isDisabled()).toBe(true);
      await year.fill("2035");
      await startButton.click();
      await waitUntilAtRest(page);
      expect(await servedPage.send<object>("GET", `/scenarios/${scenarioOf(page)}`)).toMatchObject({ end_year: 2035 });
    });

    test("areas with the same name are distinguishable in the list, on the workbench and in comparisons", async () => {
      const page = await servedPage.newPage({ isIsolated: true });
      await page.route(/\/api\/v3\/areas\?/, async (route) => {
        const areas = (await (await route.fetch()).json()) as readonly object[];
        const province = { area: "PV26_utrecht", group: "province", analysis_year: 2023, useable: true };
        const earlier = { area: "GM0000_utrecht", group: "municipality", analysis_year: 2019, useable: false };
        await route.fulfill({ json: [...areas, province, earlier] });
      });
      await start(Promise.resolve(page));
      await page.getByRole("option", { name: "Utrecht (municipality)" }).waitFor();
      await page.getByRole("option", { name: "Utrecht (province)" }).waitFor();
      const id = await servedPage.create({ area_code: "GM0344_utrecht" });
      await show(
        page,
        `${servedPage.url}/s/${id}?view=compare&cmp=${await servedPage.create({ area_code: "GM0344_utrecht" })}`,
      );
      for (const selector of [".top .about", ".side .about"])
        await expect.poll(() => page.locator(selector).last().textContent()).toMatch(/Utrecht \(municipality\) · 2050/);
      // The search finds every area of the list, even one without a document in the interface.
      await page.keyboard.press("Control+k");
      await page.locator(".palette .query").fill("utrecht province");
      await expect
        .poll(() => page.locator(".palette [role=menuitem]").first().getAttribute("data-key"))
        .toBe("area PV26_utrecht");
    });

    test("a guest's recent scenarios are above the examples, and on a phone above the areas", async () => {
      const page = await start(servedPage.newPage({ isIsolated: true }));
      const openedId = await servedPage.create({
        area_code: "GM0014_groningen",
        end_year: 2040,
        title: "Windy Groningen",
      });
      await page.goto(`${servedPage.url}/s/${openedId}`);
      await waitUntilAtRest(page);
      await page.goto(servedPage.url);
      const recent = page.getByRole("region", { name: "Continue with" });
      await recent.getByRole("link", { name: "Windy Groningen" }).waitFor();
      await expect.poll(() => recent.textContent()).toContain("Groningen · 2040");
      const topOf = async (name: string): Promise<number> =>
        (await page.getByRole("region", { name }).boundingBox())!.y;
      expect(await topOf("Continue with")).toBeLessThan(await topOf("Open or import"));
      await page.setViewportSize(PHONE);
      await expect.poll(async () => (await topOf("Continue with")) < (await topOf("Area"))).toBe(true);
    });

    test("the list is grouped by kind, typing filters it and the map, and names follow the language", async () => {
      const page = await start(servedPage.newPage());
      await onMap(page, "Utrecht").waitFor();
      expect(await chosenInList(page)).toContain("Netherlands");
      await expect
        .poll(() => page.getByRole("group").allTextContents())
        .toEqual([
          expect.stringMatching(/^CountriesGermany.*Netherlands/),
          expect.stringMatching(/^MunicipalitiesGroningen.*Utrecht/),
        ]);
      await page.getByRole("textbox", { name: "Search for an area" }).fill("UTR");
      await expect.poll(() => page.getByRole("option").count()).toBe(1);
      await expect.poll(() => page.locator(".map .pale").count()).toBe((await page.locator(".map .area").count()) - 1);
      await page.getByRole("textbox", { name: "Search for an area" }).fill("atlantis");
      await page.getByText("No areas found.").waitFor();
      await expect.poll(() => page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
      // A click on the map replaces the text.
      await onMap(page, "Germany").click();
      expect(await chosenInList(page)).toContain("Germany");
      await page.getByRole("radio", { name: "NL", exact: true }).click();
      await onMap(page, "Duitsland").waitFor();
    });
  });

  test("an example shows its subject, the server's numbers and small charts after the start screen is painted", async () => {
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 20_000 });
    const page = await servedPage.newPage({ isIsolated: true });
    const example = {
      id,
      title_en: "Coast",
      title_nl: "Kust",
      description_en: "Much wind at sea.",
      description_nl: "Veel wind op zee.",
      area_code: "nl",
      end_year: 2050,
    };
    await page.route("**/api/v1/featured_scenarios", (route) =>
      route.fulfill({ json: { featured_scenarios: [example] } }),
    );
    await page.goto(servedPage.url);
    const card = page.locator(".examples .card");
    await card.locator(".price path").waitFor();
    await expect.poll(() => card.locator(".about").textContent()).toBe("Much wind at sea.");
    const { [EMISSIONS]: emissions } = await servedPage.futureOf(id, [EMISSIONS]);
    await expect.poll(() => card.locator(".numbers b").first().textContent()).toBe(emissions!.toFixed(0));
    await expect.poll(() => card.locator(".mix rect").count()).toBeGreaterThan(4);
    expect((await servedPage.changes(id)).length).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);
    // It opens as a copy that keeps the name.
    await card.click();
    await waitUntilAtRest(page);
    await expect.poll(async () => page.locator(".about h1").textContent()).toBe("Coast, copy");
    expect((await servedPage.changes(id)).length).toBe(2);
  });

  test("a browser on a system without a language opens the page in English", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.addInitScript(
      "Object.defineProperty(Navigator.prototype, 'language', { get: () => 'en-US@posix', configurable: true })",
    );
    await page.goto(servedPage.url);
    await page.getByRole("option").first().waitFor();
    expect(await page.evaluate("document.documentElement.lang")).toBe("en");
  });

  describe("opening and importing", () => {
    const field = (page: Page) => page.getByRole("textbox", { name: "Scenario ID or link" });
    const open = async (page: Page, text: string): Promise<void> => {
      await field(page).fill(text);
      await page.getByRole("button", { name: "Open", exact: true }).click();
    };
    const attach = (page: Page, name: string, content: string) =>
      page
        .locator(".opening input[type=file]")
        .setInputFiles({ name, mimeType: "application/json", buffer: Buffer.from(content) });

    test("an ID and a URL open the scenario, the URL with its view", async () => {
      const id = await servedPage.create();
      const page = await start();
      await open(page, `${servedPage.url}/s/${id}?slide=electricity_wind&charts=electricity_mix`);
      await waitUntilAtRest(page);
      await expect.poll(() => page.locator(".pane").count()).toBe(1);
      await page.getByRole("link", { name: /^Etesian/ }).click();
      await open(page, String(id));
      await waitUntilAtRest(page);
      expect(scenarioOf(page)).toBe(id);
    });

    test("an entry that matches no scenario is refused with a reason", async () => {
      const page = await start();
      const alert = page.locator(".opening [role=alert]");
      for (const [text, reason] of [
        ["wind", "“wind” is neither the ID of a scenario nor a link to one"],
        ["999999", "This scenario does not exist or is private"],
        ["https://energy.example.org/s/12", "belongs to another server (energy.example.org)"],
        ["{", "the file is not valid JSON"],
      ] as const) {
        await open(page, text);
        await alert.getByText(reason).waitFor();
      }
      await attach(page, "values.json", '{"end_year":2050}');
      await alert.getByText("area_code must be text").waitFor();
      await attach(page, "atlantis.json", '{"area_code":"atlantis","end_year":2050}');
      await alert.getByText(/atlantis|area/i).waitFor();
      await attach(page, "unknown.json", '{"area_code":"nl","end_year":2050,"user_values":{"no_such_slider":1}}');
      await alert.getByText("no_such_slider").waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
    });

    test("a dump becomes a scenario with the same results: values, shares, an order and a curve", async () => {
      const id = await servedPage.create();
      await servedPage.set(id, { [WIND]: 31_000, [SHARE]: 20 });
      const { hydrogen_supply: order } = await servedPage.send<Record<string, string[]>>(
        "GET",
        `/scenarios/${id}/user_sortables`,
      );
      await servedPage.send("PUT", `/scenarios/${id}/user_sortables/hydrogen_supply`, { order: order!.toReversed() });
      const curve = new FormData();
      const numbers = Array.from({ length: 8_760 }, (_, hour) => 20 + (hour % 24)).join("\n");
      curve.set("file", new Blob([numbers]), "price.csv");
      const path = `${servedPage.url}/api/v3/scenarios/${id}/custom_curves/interconnector_1_price`;
      expect((await fetch(path, { method: "PUT", body: curve })).status).toBe(200);
      const dump = await (await fetch(`${servedPage.url}/api/v3/scenarios/${id}/dump`)).text();

      const page = await start();
      await attach(page, "dump.json", dump);
      await waitUntilAtRest(page);
      const copy = scenarioOf(page);
      expect(copy).not.toBe(id);
      const decisions = async (scenarioId: number) => {
        const {
          source: _,
          metadata: __,
          ...fields
        } = await servedPage.send<Record<string, unknown>>("GET", `/scenarios/${scenarioId}/dump`);
        return fields;
      };
      expect(await decisions(copy)).toEqual(await decisions(id));
      const body = { gqueries: ["total_costs", "share_of_renewable_electricity"] };
      const results = (scenarioId: number) =>
        servedPage.send<{ gqueries: object }>("PUT", `/scenarios/${scenarioId}`, body);
      expect((await results(copy)).gqueries).toEqual((await results(id)).gqueries);
    });

    test("a recipe with a curve reports that the curve's numbers are missing, and opens without it", async () => {
      const page = await start();
      await attach(page, "recipe.json", JSON.stringify({ area_code: "nl", end_year: 2050, curves: { heat: "ab" } }));
      await page.getByText("the curve heat: a recipe does not contain its values").waitFor();
      await page.getByRole("link", { name: "Open the scenario" }).click();
      await waitUntilAtRest(page);
      expect((await servedPage.changes(scenarioOf(page))).map(({ type }) => type)).toEqual(["scenario_created"]);
    });

    test("a file with a curve and a coupling that the server refuses names each of them with the reason", async () => {
      const page = await start();
      const dump = {
        area_code: "nl",
        end_year: 2050,
        user_curves: { interconnector_1_price_curve: [1, 2] },
        active_couplings: ["steel"],
      };
      await attach(page, "dump.json", JSON.stringify(dump));
      const notice = page.getByRole("status").filter({ hasText: "The scenario was imported without:" });
      await expect
        .poll(() => notice.getByRole("listitem").allTextContents())
        .toEqual([
          expect.stringMatching(/^the attached curve interconnector_1_price: .*8760/),
          // Coupling requires an account.
          "coupling steel: Scenario does not belong to you",
        ]);
    });
  });

  describe("the account", () => {
    test("name, password and email are changed within the page, and the account is deleted", async () => {
      await signUp(servedPage.url, servedPage.data, ADA);
      const page = await servedPage.newPage();
      await page.goto(`${servedPage.url}/yours`);
      await page.locator(".card").getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill(ADA.email);
      await page.getByLabel("Password").fill(ADA.password);
      await page.getByRole("dialog").getByRole("button", { name: "Sign in", exact: true }).click();
      const account = page.locator("#account");
      const dialog = page.getByRole("dialog");
      const fill = (label: string, text: string) => dialog.getByLabel(label, { exact: true }).fill(text);
      const press = (name: string) => dialog.getByRole("button", { name, exact: true }).click();

      await account.getByRole("button", { name: "Change: Name" }).click();
      await fill("Name", "Ada L.");
      await press("Change name");
      await account.getByText("Your name has been changed.").waitFor();
      await page.getByRole("heading", { level: 1, name: "Ada L." }).waitFor();

      const better = "a better battery staple";
      await account.getByRole("button", { name: "Change: Password" }).click();
      await fill("Current password", "wrong");
      await fill("New password, at least 10 characters", better);
      await press("Change password");
      await dialog.getByText("The password is wrong. Nothing was changed.").waitFor();
      expect(await accessibilityViolations(page)).toEqual([]);
      await fill("Current password", ADA.password);
      await press("Change password");
      await account.getByText("Your password has been changed.").waitFor();

      await account.getByRole("button", { name: "Change: Email" }).click();
      await fill("New email", "lovelace@example.org");
      await fill("Current password", better);
      await press("Send confirmation link");
      await account.getByRole("status").waitFor();
      const link = await page.context().newPage();
      await link.goto(await mailedLink(servedPage.data, "lovelace@example.org", "/account/email/"));
      await link.getByRole("button", { name: "Confirm" }).click();
      await link.waitForURL(/\/yours#account$/);
      await link.close();
      await page.evaluate("dispatchEvent(new Event('focus'))");
      await account.getByText("lovelace@example.org").first().waitFor();

      await account.getByRole("button", { name: "Delete account" }).click();
      expect(await accessibilityViolations(page)).toEqual([]);
      const deletion = dialog.getByRole("button", { name: "Delete account" });
      await expect.poll(() => deletion.isDisabled()).toBe(true);
      await dialog.getByText("I am sure").click();
      await fill("Current password", better);
      await deletion.click();
      await page.getByRole("button", { name: "Sign in" }).waitFor();
      const response = await fetch(`${servedPage.url}/account/visitor`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ email: "lovelace@example.org", password: better }),
      });
      expect(response.status).toBe(401);
    });
  });
});
