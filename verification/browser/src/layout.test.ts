/**
 * Tests that no text is covered, cut off or outside the viewport, on a sample of screens and sizes. The font is 15 %
 * wider than the page's, because browsers substitute a font that cannot be loaded, and users enlarge text.
 * `layout.whole.test.ts` checks all screens in all sizes.
 */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { widen } from "./fonts.ts";
import { layoutFaults, settledFaults, shortenedTexts } from "./layout-faults.ts";
import { createScreenFixtures, SCREENS, showScreen, type ScreenFixtures, SIZES } from "./screens.ts";
import { ServedPage } from "./served-page.ts";

const chromium = findChromium();
/** Font width as a percentage of the normal width. */
const FONT_PERCENT = 115;

describe.skipIf(chromium === null)(`the layout${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let fixtures: ScreenFixtures;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    fixtures = await createScreenFixtures(servedPage);
  });
  afterAll(async () => {
    fixtures.end();
    await servedPage.stop();
  });
  afterEach(async () => servedPage.closePages());

  test("no screen has text or a control that is covered or cut off", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    const faults: string[] = [];
    for (const [name, screen] of Object.entries(SCREENS)) {
      const { sample, leave } = screen;
      if (sample.length === 0) continue;
      await page.setViewportSize(SIZES[sample[0]!]);
      if (await showScreen(page, servedPage, screen, fixtures)) await widen(page, FONT_PERCENT);
      for (const size of sample) {
        await page.setViewportSize(SIZES[size]);
        faults.push(...(await settledFaults(page)).map((fault) => `${name}, ${size}: ${fault}`));
      }
      await leave?.(page);
    }
    expect(faults).toEqual([]);
  });

  test("the check finds text and controls that are covered, cut off, colliding or outside the viewport, and nothing else", async () => {
    const page = await servedPage.newPage();
    await page.setViewportSize({ width: 600, height: 400 });
    const styleAt = (x: number, y: number): string =>
      `position: absolute; left: ${x}px; top: ${y}px; white-space: nowrap;`;
    await page.setContent(`<!doctype html><style>p { margin: 0 }</style><body style="font: 14px/20px sans-serif">
      <p style="${styleAt(10, 0)}">alone</p>
      <p style="${styleAt(10, 40)}">under a button</p><button style="${styleAt(60, 40)} opacity: 0">hidden until hover</button>
      <button style="${styleAt(10, 90)}">lower button</button><button style="${styleAt(40, 90)}">upper button</button>
      <p style="${styleAt(10, 140)} width: 60px; overflow: hidden">cut off in a box</p>
      <p style="${styleAt(10, 180)} width: 60px; overflow: hidden; text-overflow: ellipsis">shortened in a box</p>
      <p style="${styleAt(10, 220)}">first label</p><p style="${styleAt(50, 222)}">second label</p>
      <div style="${styleAt(10, 270)} width: 80px; overflow: auto"><button>a button in a box that scrolls</button></div>
      <p style="${styleAt(10, 320)}"><label>Name <input size="4" /></label></p>
      <div style="${styleAt(10, 360)}">on a plot<div role="slider" style="position: absolute; inset: 0"></div></div>
      <button style="${styleAt(560, 0)}">beyond the viewport</button>
      <p style="${styleAt(300, -12)}">above the viewport</p>
      <table style="${styleAt(300, 40)}"><tr><td style="display: block; height: 10px; padding: 0"><p style="margin-top: 8px">below its cell</p></td></tr></table>
      <p class="summary" style="${styleAt(300, 100)} width: 60px; overflow: hidden; text-overflow: ellipsis">a name that a person gave</p>
    </body>`);
    const faults = (await layoutFaults(page)).map((fault) =>
      fault
        .replaceAll(/ \([^)]*\)/g, "")
        .replace(/is \d+ px wide, but only 600 px are visible$/, "is wider than the viewport"),
    );
    expect(faults.toSorted()).toEqual(
      [
        'control "beyond the viewport" is outside the viewport',
        'control "lower button" is covered by "upper button"',
        'text "lower button" is covered by "upper button"',
        'text "cut off in a box" is cut off by "cut off in a box"',
        'text "above the viewport" is outside the viewport',
        'text "below its cell" leaves its cell',
        'text "first label" collides with "second label"',
        'text "under a button" is covered by "hidden until hover"',
        "the page is wider than the viewport",
      ].toSorted(),
    );
    expect(await shortenedTexts(page)).toEqual([expect.stringMatching(/^"shortened in a box" .* is shortened$/)]);
  });
});
