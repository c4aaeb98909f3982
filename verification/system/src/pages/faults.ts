/** Violations that axe finds on a page, and pages wider than their window. */
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

interface Appearance {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  /** The rules to check; all rules if absent. */
  readonly rules?: readonly string[];
}
export const DESKTOP: Appearance = { width: 1280, colorScheme: "light" };
export const PHONE: Appearance = { width: 360, colorScheme: "light" };
/** The dark theme differs from the light one only in colours. */
export const DARK: Appearance = { width: 360, colorScheme: "dark", rules: ["color-contrast", "link-in-text-block"] };

/**
 * Violations on the current page, and whether it is wider than its window.
 * @param selector selector of the part that axe checks
 */
export async function faultsOf(
  page: Page,
  appearances: readonly Appearance[] = [DESKTOP, PHONE, DARK],
  selector = "html",
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { width, colorScheme, rules } of appearances) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
    const options: RunOptions = {
      resultTypes: ["violations"],
      preload: false,
      ...(rules === undefined ? {} : { runOnly: [...rules] }),
    };
    const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
      `axe.run(${JSON.stringify(selector)}, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
    );
    for (const { id, nodes } of violations) {
      faults.push(`${width} ${colorScheme} ${id} ${nodes.length}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`);
    }
    const scrollWidth = await page.evaluate("document.documentElement.scrollWidth");
    if (Number(scrollWidth) > width) faults.push(`${width} ${colorScheme}: ${String(scrollWidth)} pixels wide`);
  }
  return faults;
}
