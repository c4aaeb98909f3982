/** Share groups: a press takes the nearest handle, the others adjust in proportion, and the dock explains the moved member. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { untilAtRest } from "./at-rest.ts";
import { accessibilityFaults, ServedPage, show } from "./served-page.ts";

const found = findChromium();

describe.skipIf(found === null)(`share groups${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    served = await ServedPage.start(found!);
  });
  afterAll(async () => served.stop());
  beforeEach(async () => {
    page = await served.reusedPage();
    id = await served.create();
    await show(page, `${served.url}/s/${id}?slide=households_heating`);
    await untilAtRest(page);
  });
  afterEach(async () => served.closePages());

  const group = () => page.locator(".group").first();
  const shares = async (): Promise<Readonly<Record<string, number>>> =>
    Object.fromEntries(
      await group()
        .locator(".member")
        .evaluateAll((rows) =>
          rows.map((row) => [
            row.getAttribute("data-input") ?? "",
            Number(row.querySelector("input")?.getAttribute("value")),
          ]),
        ),
    );
  const handles = async () =>
    group()
      .locator(".edge:not(.covered)")
      .evaluateAll((edges) =>
        edges.map((edge) => {
          const { x, width, y, height } = edge.getBoundingClientRect();
          return { title: edge.getAttribute("aria-label") ?? "", x: x + width / 2, y: y + height / 2 };
        }),
      );
  const titleOf = async (key: string): Promise<string> =>
    (await group().locator(`[data-input="${key}"] .name > span`).first().textContent()) ?? "";
  const moved = (one: Readonly<Record<string, number>>, other: Readonly<Record<string, number>>): readonly string[] =>
    Object.keys(one).filter((key) => one[key] !== other[key]);

  test("a press takes the nearest handle, which the dock explains, and the others keep their proportions", async () => {
    const all = await handles();
    expect(all.length).toBeGreaterThan(1);
    for (const handle of all) {
      await show(page, `${served.url}/s/${await served.create()}?slide=households_heating`);
      await untilAtRest(page);
      const before = await shares();
      const left = handle.x - 10 > (await group().locator(".shares").boundingBox())!.x;
      await page.mouse.move(handle.x, handle.y);
      await page.mouse.down();
      await page.mouse.move(handle.x + (left ? -10 : 10), handle.y, { steps: 4 });
      await expect.poll(async () => moved(before, await shares()).length).toBeGreaterThan(1);
      expect(await page.locator(".dock > b").textContent()).toBe(handle.title);
      await page.mouse.up();
      await untilAtRest(page);
      const after = await shares();
      const own = (
        await Promise.all(Object.keys(after).map(async (key) => ((await titleOf(key)) === handle.title ? [key] : [])))
      ).flat()[0]!;
      expect(after[own]).not.toBe(before[own]);
      // Figures have one decimal: of two members the larger has the proportion more exactly.
      const others = Object.keys(after).filter((key) => key !== own && before[key]! >= 5);
      const factors = others.map((key) => after[key]! / before[key]!);
      for (const factor of factors) expect(factor).toBeCloseTo(factors[0]!, 1);
      // No member is used up.
      expect(Object.keys(after).filter((key) => key !== own && before[key]! >= 0.5 && after[key] === 0)).toEqual([]);
    }
  });

  test("a handle that others cover appears for the row under the pointer, and + and − move by a point", async () => {
    const covered = await group().locator(".edge.covered").first().getAttribute("aria-label");
    const row = group().locator(".member", {
      has: page.getByRole("button", { name: `${covered}: More`, exact: true }),
    });
    await row.hover();
    await expect.poll(async () => (await handles()).some(({ title }) => title === covered)).toBe(true);
    const key = (await row.getAttribute("data-input"))!;
    const before = (await shares())[key]!;
    await row.getByRole("button", { name: `${covered}: More`, exact: true }).click();
    await expect.poll(async () => (await shares())[key]).toBe(Math.floor(before) + 1);
    await expect.poll(async () => (await served.userValues(id))[key]).toBe(Math.floor(before) + 1);
  });

  test("each member is one tab stop, and keys move, reset and lock it; its value is read with the one before", async () => {
    const edges = group().locator("[data-edge]");
    const first = edges.first();
    const key = (await first.getAttribute("data-edge"))!;
    await first.focus();
    const before = (await first.getAttribute("aria-valuetext"))!;
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.dataset.edge")).toBe(
      await edges.nth(1).getAttribute("data-edge"),
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("PageDown");
    await expect.poll(() => first.getAttribute("aria-valuetext")).toMatch(new RegExp(`^[\\d.]+ %, was ${before}$`));
    await expect.poll(() => served.userValues(id)).toHaveProperty([key]);
    await page.keyboard.press("r");
    await expect.poll(() => served.userValues(id)).not.toHaveProperty([key]);

    // A locked member has no handle: its lock takes the focus, and gives it a handle again.
    await page.keyboard.press("l");
    await page.locator(`[data-input="${key}"] .lock[aria-pressed="true"]`).waitFor();
    expect(await page.locator(`[data-edge="${key}"]`).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('.lock')")).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(`[data-edge="${key}"]`).waitFor();
    expect(await accessibilityFaults(page)).toEqual([]);
  });
});
