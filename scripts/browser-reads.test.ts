/** The page draws a change in a later frame: a test that reads an element once passes or fails by chance. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const TESTS = join(import.meta.dirname, "../verification/browser/src");
const SINGLE_READ =
  /expect\(\s*await [^;]*?\.(?:inputValue|count|textContent|innerText|isVisible|isDisabled|isEnabled|isChecked|getAttribute|all(?:Text|Inner)\w+)\([^()]*\),?\s*\)\s*\./g;

const singleReads = (source: string): readonly string[] => [...source.matchAll(SINGLE_READ)].map(([read]) => read);

test("browser tests poll the elements that they expect", () => {
  expect(singleReads(`expect(await page.locator("b").count()).toBe(1);`)).toHaveLength(1);
  expect(singleReads(`await expect.poll(() => page.locator("b").count()).toBe(1);`)).toEqual([]);
  const faults = globSync("*.ts", { cwd: TESTS }).flatMap((file) =>
    singleReads(readFileSync(join(TESTS, file), "utf8")).map((read) => `${file}: ${read}`),
  );
  expect(faults).toEqual([]);
});
