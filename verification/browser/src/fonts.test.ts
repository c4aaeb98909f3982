/** The page's font: its files, its characters, and the texts drawn with it. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { create } from "fontkit";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { fontsInUse } from "./fonts.ts";
import { ServedPage } from "./served-page.ts";

const PAGE = join(PROJECT, "clients/page");
const ASSETS = join(PAGE, "public/assets");
const MAX_BYTES = 60_000;
const FILES = globSync("open-sans*.woff2", { cwd: ASSETS });
const bytesOf = (file: string): Buffer => readFileSync(join(ASSETS, file));

/** Texts of the page and of the included model: words, titles, units. Source comments are not drawn. */
const TEXTS = [
  ...globSync(
    [
      "clients/page/src/**/*.{ts,tsx}",
      "clients/page/index.html",
      "libs/interface/src/{units,readable,importing/plain-text}.ts",
    ],
    { cwd: PROJECT },
  ).filter((file) => !/\.(?:test|fixture)\.tsx?$/.test(file)),
  ...globSync(["models/starter/interface/**/*.yml", "models/starter/scenarios/*.yml"], { cwd: PROJECT }),
];
const withoutComments = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$|^\s*#.*$/gm, "");
/** Characters of figures and dates, which the browser formats: a no-break space, minus, per mille. */
const OF_FIGURES = "0123456789.,-−+%\u00A0±–…€°×÷";

describe("files of the font", () => {
  test("the font has every character of the page, of the included model and of figures", () => {
    const known = new Set(FILES.flatMap((file) => fontOf(file).characterSet));
    const drawn = TEXTS.map((file) => withoutComments(readFileSync(join(PROJECT, file), "utf8"))).join("") + OF_FIGURES;
    const missing = [...new Set(drawn)].filter(
      (character) => character >= " " && !known.has(character.codePointAt(0)!),
    );
    expect(missing).toEqual([]);
  });

  test("the font is small, has all weights of the page, and its licence is beside it", () => {
    expect(FILES.length).toBe(2);
    expect(FILES.reduce((sum, file) => sum + bytesOf(file).length, 0)).toBeLessThanOrEqual(MAX_BYTES);
    const weights = readFileSync(join(PAGE, "src/styles/tokens.css"), "utf8").matchAll(/--w(?:-\w+)?: (\d+);/g);
    for (const [, weight] of weights) {
      for (const { min, max } of FILES.map((file) => fontOf(file).variationAxes["wght"]!)) {
        expect(Number(weight)).toBeGreaterThanOrEqual(min);
        expect(Number(weight)).toBeLessThanOrEqual(max);
      }
    }
    expect(readFileSync(join(ASSETS, "open-sans.OFL.txt"), "utf8")).toContain("SIL Open Font License, Version 1.1");
  });

  test("digits have equal widths, so that changing numbers do not move", () => {
    const font = fontOf(FILES.find((file) => file.startsWith("open-sans."))!);
    const widths = Array.from("0123456789", (figure) => font.glyphForCodePoint(figure.codePointAt(0)!).advanceWidth);
    expect(new Set(widths).size).toBe(1);
  });

  test("font file names contain a content hash, and the page and the gateway use these names", () => {
    for (const file of FILES) {
      expect(file).toContain(createHash("sha256").update(bytesOf(file)).digest("hex").slice(0, 8));
    }
    for (const source of [
      "clients/page/src/styles/fonts.css",
      "clients/page/index.html",
      "services/gateway/src/pages/html.ts",
    ]) {
      const named = readFileSync(join(PROJECT, source), "utf8").match(/(?<=\/assets\/)open-sans[\w.-]+\.woff2/g) ?? [];
      expect([source, named.toSorted()]).toEqual([source, FILES.toSorted()]);
    }
  });
});

function fontOf(file: string) {
  const font = create(bytesOf(file));
  if (!("characterSet" in font)) throw new Error(`${file} is a collection of fonts`);
  return font;
}

const found = findChromium();

describe.skipIf(found === null)(`the font on screens${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test.each([
    "/",
    "/s/{id}?charts=emissions_to_the_future,energy_flows",
    "/s/{id}?view=hours&h=497.432-599",
    "/docs",
    "/sign-in",
  ])("all texts of %s are drawn with the page's font, regardless of the system's fonts", async (path) => {
    page = await served.newPage();
    await page.goto(`${served.url}${path.replace("{id}", String(await served.create()))}`);
    if (path.startsWith("/s/")) await untilAtRest(page);
    await page.evaluate("document.fonts.ready");
    await expect.poll(() => othersThanOwn(page)).toEqual([]);
    expect(await fontsInUse(page)).toContain("Open Sans: loaded");
  });

  test("a font that loads after the numbers moves nothing", async () => {
    page = await served.newPage({ isAlone: true });
    let release = (): void => {};
    const isWanted = new Promise<void>((resolve) => (release = resolve));
    await page.route("**/*.woff2", async (route) => {
      await isWanted;
      await route.continue();
    });
    await page.addInitScript(`globalThis.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => (globalThis.shift += value)))
        .observe({ type: "layout-shift", buffered: false });`);
    // The event `load` waits for the font.
    await page.goto(`${served.url}/s/${await served.create()}?charts=electricity_mix,energy_flows`, {
      waitUntil: "commit",
    });
    await untilAtRest(page);
    expect(await fontsInUse(page)).not.toContain("Open Sans: loaded");
    await page.evaluate("globalThis.shift = 0");
    release();
    await expect.poll(() => fontsInUse(page)).toContain("Open Sans: loaded");
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    expect(await page.evaluate<number>("globalThis.shift")).toBeLessThan(0.02);
  });
});

/** Texts that are drawn with a system font, and its name. Code uses a system font on purpose. */
async function othersThanOwn(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  await page.evaluate(`for (const text of document.querySelectorAll("body *")) {
    const isDrawn = [...text.childNodes].some(({ nodeType, data }) => nodeType === Node.TEXT_NODE && data.trim() !== "");
    if (isDrawn && text.checkVisibility() && text.closest("code, pre, script, style, noscript, option, title") === null && text.querySelector("code, pre") === null) text.setAttribute("data-drawn", "");
  }`);
  const { root } = await session.send("DOM.getDocument", { depth: 0 });
  const { nodeIds } = await session.send("DOM.querySelectorAll", { nodeId: root.nodeId, selector: "[data-drawn]" });
  expect(nodeIds.length).toBeGreaterThan(5);
  const others: string[] = [];
  for (const nodeId of nodeIds) {
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    const foreign = fonts.filter(({ isCustomFont }) => !isCustomFont);
    if (foreign.length === 0) continue;
    const { outerHTML } = await session.send("DOM.getOuterHTML", { nodeId });
    others.push(`${foreign.map(({ familyName }) => familyName).join(", ")}: ${outerHTML}`);
  }
  await session.detach();
  return others;
}
