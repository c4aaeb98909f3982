/** Fonts of a page, and a wider replacement, for tests. */
import type { Page } from "playwright-core";

/** The page's own fonts that its text uses, with their state: `Open Sans: loaded`. */
export const fontsInUse = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(
    `[...document.fonts].map(({ family, status }) => family.replaceAll('"', "") + ": " + status)`,
  );

/**
 * Draws the open page with a font that is wider but has the same line height. Resolves once it is drawn.
 * @param percent 115: wider by 15 %
 */
export async function widen(page: Page, percent: number): Promise<void> {
  const ratio = await page.evaluate<number>(`(async () => {
    const widthOf = () => {
      const text = Object.assign(document.createElement("span"), { textContent: "Wind, sun and CO₂" });
      document.body.append(text);
      const { width } = text.getBoundingClientRect();
      text.remove();
      return width;
    };
    await document.fonts.ready;
    const before = widthOf();
    const faces = [...document.styleSheets]
      .flatMap(({ cssRules }) => [...cssRules])
      .filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("/assets/"))
      .map(({ cssText }) => cssText.replace(/\\}$/, "size-adjust: ${percent}%; ascent-override: 93%; descent-override: 25.5%; }"));
    document.head.append(Object.assign(document.createElement("style"), { textContent: faces.join("\\n") }));
    widthOf();
    await document.fonts.ready;
    await Promise.all([...document.fonts].filter(({ family }) => family.includes("Open Sans")).map((face) => face.load()));
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return widthOf() / before;
  })()`);
  // Systems that hint fonts round character widths.
  if (Math.abs(ratio * 100 - percent) > 3) throw new Error(`the font is drawn ${ratio} times as wide`);
}
