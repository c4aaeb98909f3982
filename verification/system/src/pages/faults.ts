/** Faults of a page that axe finds, and pages wider than their window. */
import axe, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "playwright-core";

interface Look {
  readonly width: number;
  readonly colorScheme: "light" | "dark";
  /** Absent: all rules. */
  readonly rules?: readonly string[];
}
export const SCREEN: Look = { width: 1280, colorScheme: "light" };
export const TELEPHONE: Look = { width: 360, colorScheme: "light" };
/** As on a phone, except for its colours. */
export const AT_NIGHT: Look = { width: 360, colorScheme: "dark", rules: ["color-contrast", "link-in-text-block"] };

/**
 * Violations on the current page, and whether it is wider than its window.
 * @param within selector of the part that axe checks
 */
export async function faultsOf(
  page: Page,
  looks: readonly Look[] = [SCREEN, TELEPHONE, AT_NIGHT],
  within = "html",
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { width, colorScheme, rules } of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe.source);
    const options: RunOptions = {
      resultTypes: ["violations"],
      ...(rules === undefined ? {} : { runOnly: [...rules] }),
    };
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
    );
    for (const { id, nodes } of violations) {
      found.push(`${width} ${colorScheme} ${id} ${nodes.length}: ${nodes[0]!.html} ${nodes[0]!.failureSummary}`);
    }
    const wide = await page.evaluate("document.documentElement.scrollWidth");
    if (Number(wide) > width) found.push(`${width} ${colorScheme}: ${String(wide)} pixels wide`);
  }
  return found;
}
