/**
 * Tests share groups: a press takes the nearest handle, the other shares adjust in proportion, and the dock explains
 * the moved member.
 */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();

describe.skipIf(chromium === null)(`share groups${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let page: Page;
  let id: number;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.reusedPage();
    id = await servedPage.create();
    await show(page, `${servedPage.url}/s/${id}?slide=households_heating`);
    await waitUntilAtRest(page);
  });
  afterEach(async () => servedPage.closePages());

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
  const changedKeys = (
    one: Readonly<Record<string, number>>,
    other: Readonly<Record<string, number>>,
  ): readonly string[] => Object.keys(one).filter((key) => one[key] !== other[key]);

  test("a press takes the nearest handle, whose member the dock explains, and the others keep their proportions", async () => {
    const all = await handles();
    expect(all.length).toBeGreaterThan(1);
    for (const handle of all) {
      await show(page, `${servedPage.url}/s/${await servedPage.create()}?slide=households_heating`);
      await waitUntilAtRest(page);
      const initialShares = await shares();
      const hasRoomLeft = handle.x - 10 > (await group().locator(".shares").boundingBox())!.x;
      await page.mouse.move(handle.x, handle.y);
      await page.mouse.down();
      await page.mouse.move(handle.x + (hasRoomLeft ? -10 : 10), handle.y, { steps: 4 });
      await expect.poll(async () => changedKeys(initialShares, await shares()).length).toBeGreaterThan(1);
      await expect.poll(() => page.locator(".dock .heading b").textContent()).toBe(handle.title);
      await page.mouse.up();
      await waitUntilAtRest(page);
      const finalShares = await shares();
      const ownKey = (
        await Promise.all(
          Object.keys(finalShares).map(async (key) => ((await titleOf(key)) === handle.title ? [key] : [])),
        )
      ).flat()[0]!;
      expect(finalShares[ownKey]).not.toBe(initialShares[ownKey]);
      // Figures have one decimal, so the proportion is more exact for larger members.
      const otherKeys = Object.keys(finalShares).filter((key) => key !== ownKey && initialShares[key]! >= 5);
      const factors = otherKeys.map((key) => finalShares[key]! / initialShares[key]!);
      for (const factor of factors) expect(factor).toBeCloseTo(factors[0]!, 1);
      // No member drops to zero.
      expect(
        Object.keys(finalShares).filter(
          (key) => key !== ownKey && initialShares[key]! >= 0.5 && finalShares[key] === 0,
        ),
      ).toEqual([]);
    }
  });

  test("a handle that others cover appears for the row under the pointer, and + and − move it by a percentage point", async () => {
    const coveredTitle = await group().locator(".edge.covered").first().getAttribute("aria-label");
    const row = group().locator(".member", {
      has: page.getByRole("button", { name: `${coveredTitle}: More`, exact: true }),
    });
    await row.hover();
    await expect.poll(async () => (await handles()).some(({ title }) => title === coveredTitle)).toBe(true);
    const key = (await row.getAttribute("data-input"))!;
    const initialShare = (await shares())[key]!;
    await row.getByRole("button", { name: `${coveredTitle}: More`, exact: true }).click();
    await expect.poll(async () => (await shares())[key]).toBe(Math.floor(initialShare) + 1);
    await expect.poll(async () => (await servedPage.userValues(id))[key]).toBe(Math.floor(initialShare) + 1);
  });

  test("each member is one tab stop, and keys move, reset and lock it; its value is announced together with the previous one", async () => {
    const edges = group().locator("[data-edge]");
    const first = edges.first();
    const key = (await first.getAttribute("data-edge"))!;
    await first.focus();
    const initialText = (await first.getAttribute("aria-valuetext"))!;
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.dataset.edge")).toBe(
      await edges.nth(1).getAttribute("data-edge"),
    );
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("PageDown");
    await expect
      .poll(() => first.getAttribute("aria-valuetext"))
      .toMatch(new RegExp(`^[\\d.]+ %, was ${initialText}$`));
    await expect.poll(() => servedPage.userValues(id)).toHaveProperty([key]);
    await page.keyboard.press("r");
    await expect.poll(() => servedPage.userValues(id)).not.toHaveProperty([key]);

    // A locked member has no handle: its lock takes the focus, and gives it a handle again.
    await page.keyboard.press("l");
    await page.locator(`[data-input="${key}"] .lock[aria-pressed="true"]`).waitFor();
    await expect.poll(() => page.locator(`[data-edge="${key}"]`).count()).toBe(0);
    expect(await page.evaluate("document.activeElement.matches('.lock')")).toBe(true);
    await page.keyboard.press("Enter");
    await page.locator(`[data-edge="${key}"]`).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
