/** Tests code and printouts of a view, overlaid scenarios, and sliders that others disable. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { PROJECT } from "@etesian/service-kit";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { Language as Grammar, Parser } from "web-tree-sitter";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const run = promisify(execFile);
const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const DISABLED_SLIDER = "households_insulation_level";
const DISABLING_SLIDER = "households_insulation_level_apartments_before_1945";

/** Why a program cannot run here; null if it can. */
function reasonUnavailable(program: string, ...flags: readonly string[]): string | null {
  try {
    execFileSync(program, flags, { stdio: "ignore" });
    return null;
  } catch {
    return `needs ${[program, ...flags].join(" ")}`;
  }
}
const LANGUAGES = ["curl", "Python", "R", "TypeScript"] as const;
type Language = (typeof LANGUAGES)[number];
const UNAVAILABLE = {
  curl: reasonUnavailable("curl", "--version"),
  Python: reasonUnavailable("python3", "-c", "import requests"),
};
const skipNote = (language: keyof typeof UNAVAILABLE): string =>
  UNAVAILABLE[language] === null ? "" : ` (${UNAVAILABLE[language]})`;

describe.skipIf(chromium === null)(`exporting a view${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "etesian-snippets-"));
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => {
    await servedPage.stop();
    rmSync(folder, { recursive: true });
  });
  afterEach(async () => servedPage.closePages());

  async function open(
    search = "",
    pagePromise = servedPage.reusedPage(),
  ): Promise<{ readonly page: Page; readonly id: number }> {
    const page = await pagePromise;
    const id = await servedPage.create();
    await servedPage.set(id, { [WIND]: 31_000 });
    await show(page, `${servedPage.url}/s/${id}${search}`);
    await page.locator(".pane .body.drawn > :not(.unit)").first().waitFor();
    if (search.includes("view=compare")) await page.locator("main:not(.isCalculating) .side td data").first().waitFor();
    else await waitUntilAtRest(page);
    return { page, id };
  }

  describe("the view as code", () => {
    /** Numbers of the view by query, as the page shows them. */
    let shownNumbers: Readonly<Record<string, number>>;
    const snippets = new Map<Language, string>();

    beforeAll(async () => {
      const { page } = await open("?charts=electricity_mix", servedPage.newPage());
      shownNumbers = Object.fromEntries(
        await page.evaluate<[string, number][]>(
          "[...document.querySelectorAll('.headline li')].map((li) => [li.dataset.query, Number(li.querySelector('data').value)])",
        ),
      );
      await page.getByRole("button", { name: "Data", exact: true }).click();
      for (const language of LANGUAGES) {
        await page.getByRole("radio", { name: language, exact: true }).click();
        snippets.set(language, (await page.locator(".snippets pre").textContent())!);
      }
    });
    /** Parses lines of "key present future unit". */
    const futureOf = (stdout: string): Readonly<Record<string, number>> =>
      Object.fromEntries(
        stdout
          .trim()
          .split("\n")
          .map((line) => line.split(" "))
          .map(([key, , future]) => [key, Number(future)]),
      );

    test.skipIf(UNAVAILABLE.curl)(
      `the view as code in curl returns the numbers on the screen${skipNote("curl")}`,
      async () => {
        const { stdout } = await run("bash", ["-c", snippets.get("curl")!]);
        const results = JSON.parse(stdout) as Readonly<Record<string, { readonly future: number }>>;
        for (const [key, future] of Object.entries(shownNumbers))
          expect([key, results[key]?.future]).toEqual([key, future]);
        // The queries include the queries of the view's charts.
        expect(Object.keys(results).length).toBeGreaterThan(Object.keys(shownNumbers).length);
      },
    );

    test.skipIf(UNAVAILABLE.Python)(
      `the view as code in Python prints the numbers on the screen${skipNote("Python")}`,
      async () => {
        const { stdout } = await run("python3", ["-c", snippets.get("Python")!]);
        expect(futureOf(stdout)).toMatchObject(shownNumbers);
      },
    );

    test("the view as code has all headline numbers", () => {
      expect(Object.keys(shownNumbers).length).toBeGreaterThanOrEqual(5);
    });

    test("the view as code in TypeScript prints the numbers on the screen, with the client that the server provides", async () => {
      const file = join(folder, "view.mts");
      mkdirSync(join(folder, "node_modules/@etesian"), { recursive: true });
      symlinkSync(join(PROJECT, "clients/typescript"), join(folder, "node_modules/@etesian/client"));
      writeFileSync(file, snippets.get("TypeScript")!);
      const { stdout } = await run(process.execPath, [file]);
      expect(futureOf(stdout)).toMatchObject(shownNumbers);
    });

    test("the view as code in R is syntactically valid: a package, the keys, the response and its lines", async () => {
      await Parser.init();
      const grammar = import.meta.resolve("@eagleoutice/tree-sitter-r/tree-sitter-r.wasm");
      const parser = new Parser().setLanguage(await Grammar.load(readFileSync(fileURLToPath(grammar))));
      const { rootNode } = parser.parse(snippets.get("R")!)!;
      expect([rootNode.hasError, rootNode.namedChildren.map((statement) => statement?.type)]).toEqual([
        false,
        ["call", "binary_operator", "binary_operator", "for_statement"],
      ]);
    });
  });

  describe("on paper", () => {
    /** Elements that overflow the sheet or their pane, and charts that are empty or cut off. */
    const FIND_OUTSIDE = `(() => {
      const sheet = document.querySelector("main").getBoundingClientRect();
      const faults = [];
      for (const element of document.querySelectorAll("main *")) {
        const box = element.getBoundingClientRect();
        if (box.width === 0 || box.height === 0 || element.closest("svg, .unseen") !== null && element.tagName !== "svg") continue;
        const out = box.left < sheet.left - 1 || box.right > sheet.right + 1 || box.bottom > sheet.bottom + 1;
        if (out) faults.push("outside: " + element.tagName + "." + element.getAttribute("class"));
      }
      for (const chart of document.querySelectorAll(".pane .body.drawn > :not(.unit)")) {
        const [mark, body] = [chart, chart.parentElement].map((element) => element.getBoundingClientRect());
        if (mark.right > body.right + 1 || mark.bottom > body.bottom + 1) faults.push("cut: " + chart.getAttribute("class"));
        if (mark.width < 80 || mark.height < 40) faults.push("too small: " + chart.getAttribute("class"));
      }
      for (const control of document.querySelectorAll("button:not(.headline .label), input, select, [role=radio], .thumb"))
        if (control.checkVisibility({ visibilityProperty: true }) && control.getBoundingClientRect().width > 1)
          faults.push("control: " + control.outerHTML.slice(0, 80));
      return faults;
    })()`;
    const pagesOf = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

    test.each([
      ["the workbench", "?charts=electricity_mix,emissions_to_the_future,hourly_electricity,energy_flows"],
      [
        "six charts",
        "?charts=electricity_mix,emissions_to_the_future,hourly_electricity,energy_flows,heat_for_rooms,prices_in_order",
      ],
      ["hours", "?view=hours"],
      ["a comparison", "?view=compare&cmp=1"],
    ])("%s prints on one sheet, with complete charts, without controls, with nothing cut off", async (_, search) => {
      const { page } = await open(search);
      await page.emulateMedia({ colorScheme: "dark", media: "print", reducedMotion: "reduce" });
      await page.setViewportSize({ width: 1047, height: 716 });
      await expect.poll(async () => page.evaluate(FIND_OUTSIDE)).toEqual([]);
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pagesOf(pdf)).toBe(1);
    });

    test("a dark page is white on paper, and dark again afterwards", async () => {
      const page = await servedPage.newPage();
      await page.goto(servedPage.url);
      await page.getByRole("radio", { name: "Dark" }).click();
      const paper = () => page.evaluate("document.documentElement.dataset.theme");
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      expect(await paper()).toBe("light");
      await page.evaluate("dispatchEvent(new Event('afterprint'))");
      expect(await paper()).toBe("dark");
    });
  });

  describe("overlaid scenarios", () => {
    test("overlaid scenarios share one position and one scale: the current scenario filled, the others as outlines", async () => {
      const otherId = await servedPage.create();
      const charts = "electricity_mix,emissions_by_sector,hourly_electricity";
      const { page } = await open(`?view=compare&cmp=${otherId}&charts=${charts}`);
      const pane = page.locator("[data-chart=electricity_mix]");
      await pane.getByRole("radio", { name: "Overlay" }).click();
      await pane.locator("rect.outline").first().waitFor();
      // Each series of the other scenario is a box, whose height is its value.
      const boxes = await page.evaluate<{ value: string; height: number; scenario: string }[]>(
        "[...document.querySelectorAll('[data-chart=electricity_mix] rect.outline')].map((box) => ({ value: box.textContent, height: box.height.baseVal.value, scenario: box.dataset.scenario }))",
      );
      expect(boxes.length).toBeGreaterThan(3);
      expect(new Set(boxes.map(({ scenario }) => scenario))).toEqual(new Set(["1"]));
      const scale = boxes
        .map(({ value, height }) => [Number(/: ([\d,.]+) \S+$/.exec(value)?.[1]?.replaceAll(",", "")), height] as const)
        .filter(([value]) => value > 5)
        .map(([value, height]) => height / value);
      expect(scale.length).toBeGreaterThan(1);
      for (const value of scale) expect(value / scale[0]!).toBeCloseTo(1, 1);
      // Hourly charts of a year do not fit side by side, so they are overlaid by default.
      const hours = page.locator("[data-chart=hourly_electricity]");
      await expect.poll(() => hours.getByRole("radio").allTextContents()).toEqual(["Overlay", "Δ"]);
      expect(await accessibilityViolations(page)).toEqual([]);
    });
  });

  describe("a disabled slider", () => {
    const row = (page: Page, key: string) => page.locator(`[data-input="${key}"]`);

    test("a disabled slider names and links to the slider that disables it, and can be moved again when that slider is reset", async () => {
      const { page, id } = await open("?slide=households_size");
      const disabledRow = row(page, DISABLED_SLIDER);
      await expect.poll(() => disabledRow.locator(".thumb").count()).toBe(1);
      const { min } = await servedPage.send<{ readonly min: number }>(
        "GET",
        `/scenarios/${id}/inputs/${DISABLING_SLIDER}`,
      );
      await servedPage.set(id, { [DISABLING_SLIDER]: min });
      await disabledRow.getByText("Not available because of:").waitFor();
      await expect.poll(() => disabledRow.locator(".thumb").count()).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
      await disabledRow.getByRole("button").first().click();
      await expect
        .poll(async () => page.evaluate("document.activeElement.closest('[data-input]')?.dataset.input"))
        .toBe(DISABLING_SLIDER);
      expect(new URL(page.url()).searchParams.get("slide")).toBe("households_apartments");
      await row(page, DISABLING_SLIDER)
        .getByRole("button", { name: /^Reset/ })
        .click();
      await page.goBack();
      await disabledRow.locator(".thumb").waitFor();
    });

    test("a disabled slider names the attached curve that replaces it, and links to it", async () => {
      const id = await servedPage.create();
      const page = await servedPage.reusedPage();
      const replacedSlider = "electricity_interconnector_1_marginal_costs";
      const body = new FormData();
      body.set("file", new Blob([Array.from({ length: 8_760 }, () => 40).join("\n")]), "price.csv");
      const curve = `${servedPage.url}/api/v3/scenarios/${id}/custom_curves/interconnector_1_price`;
      expect((await fetch(curve, { method: "PUT", body })).status).toBe(200);
      await show(page, `${servedPage.url}/s/${id}?slide=trade_electricity`);
      await waitUntilAtRest(page);
      await row(page, replacedSlider)
        .getByRole("button", { name: /attached curve Interconnector 1 price/ })
        .click();
      const tab = page.getByRole("tab", { name: "Curves" });
      await expect.poll(async () => tab.getAttribute("aria-selected")).toBe("true");
      await page.getByRole("dialog").getByText("price.csv").waitFor();
    });
  });
});
