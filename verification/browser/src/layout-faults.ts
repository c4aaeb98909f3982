/** Finds text and controls of a screen that are covered by others, cut off, or outside the viewport. */
import type { Page } from "playwright-core";
import { waitForNextFrame } from "./at-rest.ts";

/**
 * Runs in the page and checks the visible elements.
 * - Text is covered where another control, or something painted, is above it, including controls that appear under
 * the pointer.
 * - A control is covered where a click would hit something else.
 * - Text is cut off where a box hides a part of it without an ellipsis, and a control where a box hides a part of it;
 *   in both cases only if nothing scrolls there.
 * - Two pieces of text collide where their characters overlap.
 * - Text leaves its table cell, or the top of the viewport if scrolling cannot reach it.
 */
const FIND = `(() => {
  const CONTROLS = "button, a[href], input, select, textarea, [role=slider], [role=radio], [role=tab], [role=menuitem]";
  /** Handles of one bar overlap where shares are small; the uppermost is the visible one. */
  const HANDLES = ".shares";
  /** Space in a line box above and below its characters. */
  const AIR = 0.22;
  const root = [...document.querySelectorAll("[role=dialog]")].at(-1) ?? document.body;
  const faults = new Set();
  const sides = (box) => ({ left: box.left, right: box.right, top: box.top, bottom: box.bottom });
  const within = (a, b) => ({
    left: Math.max(a.left, b.left),
    right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  });
  const isNonEmpty = ({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2;
  const screen = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const nameOf = (element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim();
    const place = element.closest("[data-chart], .row, .group, header, footer, nav, section, li, td, th");
    const at = place === null ? "" : " in " + (place.dataset.chart ?? place.dataset.input ?? place.className ?? place.localName);
    return JSON.stringify(name.slice(0, 40)) + " (" + element.localName + (element.getAttribute("class") ? "." + element.getAttribute("class") : "") + at + ")";
  };
  /** Memoises a function of an element, because the elements inside it share its result. */
  const perElement = (find) => {
    const known = new Map();
    return (element) => {
      if (element === null || element === undefined) return false;
      if (!known.has(element)) known.set(element, find(element));
      return known.get(element);
    };
  };
  const isShown = (element) => element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  /** Elements for screen readers only. */
  const isUnseen = perElement((element) => {
    const { clipPath, clip } = getComputedStyle(element);
    if (clipPath.startsWith("inset(50%") || clip === "rect(0px, 0px, 0px, 0px)" || clip === "rect(1px, 1px, 1px, 1px)") return true;
    return isUnseen(element.parentElement);
  });
  /** How a box limits its content; false for an element of a drawing, which does not. */
  const limitsOf = perElement((element) => {
    if (element instanceof SVGElement && !(element.localName === "svg" && element.parentElement instanceof HTMLElement)) return false;
    const { overflowX, overflowY, textOverflow, webkitLineClamp, position } = getComputedStyle(element);
    const [hidesX, hidesY] = [overflowX !== "visible", overflowY !== "visible"];
    return {
      edge: hidesX || hidesY ? element.getBoundingClientRect() : null,
      hidesX,
      hidesY,
      scrolls: /auto|scroll/.test(overflowX + overflowY),
      shortens: textOverflow === "ellipsis" || webkitLineClamp !== "none",
      isFixed: position === "fixed",
    };
  });
  /** The part of a box that its ancestors leave visible, and the ancestor that permanently clips the rest, or null. */
  const shownOf = (element, box) => {
    let shown = sides(box);
    let cut = null;
    let isScrolled = false;
    for (let node = element; node !== null && node !== document.documentElement; node = node.parentElement) {
      const limits = limitsOf(node);
      if (limits === false) continue;
      const { edge, hidesX, hidesY, scrolls, shortens } = limits;
      if (edge !== null) {
        const next = within(shown, {
          left: hidesX ? edge.left : -Infinity,
          right: hidesX ? edge.right : Infinity,
          top: hidesY ? edge.top : -Infinity,
          bottom: hidesY ? edge.bottom : Infinity,
        });
        const isLess = next.right - next.left < shown.right - shown.left - 1 || next.bottom - next.top < (shown.bottom - shown.top) * (1 - 2 * AIR);
        // Content that can be scrolled into view is not cut off.
        if (isLess && !scrolls && !isScrolled && !shortens) cut ??= node;
        if (isLess && scrolls) isScrolled = true;
        shown = next;
      }
      if (limits.isFixed) break;
    }
    return { shown: within(shown, screen), cut };
  };
  const isRelated = (a, b) => a === b || a.contains(b) || b.contains(a);
  const isPainted = perElement((element) => {
    const { backgroundColor, backgroundImage } = getComputedStyle(element);
    const alpha = /rgba\\(.*, ([\\d.]+)\\)/.exec(backgroundColor)?.[1];
    return backgroundImage !== "none" || (alpha === undefined ? backgroundColor !== "transparent" : Number(alpha) > 0.3);
  });
  const hasScrollingAncestor = perElement((element) => {
    const node = element.parentElement;
    if (node === null) return false;
    if (node.scrollHeight > node.clientHeight + 1 && (node === document.documentElement || /auto|scroll/.test(getComputedStyle(node).overflowY))) return true;
    return hasScrollingAncestor(node);
  });
  const scrollsSideways = (element) => {
    for (let node = element; node !== null; node = node.parentElement) if (node.scrollWidth > node.clientWidth && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
    return false;
  };
  const isFixed = perElement((element) => /fixed|sticky/.test(getComputedStyle(element).position) || isFixed(element.parentElement));
  /** Whether text scrolls behind a painted layer that is fixed and contains the other text. */
  const scrollsBehindFixedLayer = (element, other) => {
    if (isFixed(element) || !hasScrollingAncestor(element)) return false;
    for (let node = other; node !== null; node = node.parentElement) if (isPainted(node) && isFixed(node)) return true;
    return false;
  };
  /** The uppermost element above another one at a point; null if there is none. */
  const overAt = (element, x, y) => {
    const uppermost = document.elementFromPoint(x, y);
    if (uppermost !== null && element.contains(uppermost)) return null;
    const stack = document.elementsFromPoint(x, y);
    const index = stack.findIndex((node) => node === element || element.contains(node));
    if (index === -1) {
      // A click would hit another element.
      const [top] = stack;
      return top !== undefined && !isRelated(top, element) && getComputedStyle(element).pointerEvents !== "none" ? top : null;
    }
    return stack.slice(0, index).find((node) => !isRelated(node, element)) ?? null;
  };
  const coverOf = (element, { left, right, top, bottom }, inset, includesFixed = false) => {
    const y = (top + bottom) / 2;
    const count = Math.max(2, Math.ceil((right - left) / 8));
    for (let index = 0; index <= count; index++) {
      const x = left + inset + ((right - left - 2 * inset) * index) / count;
      const over = overAt(element, x, y);
      if (over === null) continue;
      const control = over.closest(CONTROLS);
      const own = element.closest(CONTROLS);
      if (control !== null && own !== null && (control === own || control.contains(own))) continue;
      // A label and its control are treated as one.
      if (control !== null && element.closest("label")?.contains(control)) continue;
      // A plot is transparent between its marks, as is a button that covers a whole chart.
      const isClear = !isPainted(over) && getComputedStyle(over, "::before").content === "none";
      if (control === null ? over instanceof SVGElement || isClear : own === null && isClear && !(over instanceof SVGElement)) continue;
      if (control !== null && own !== null && own.closest(HANDLES)?.contains(control)) continue;
      if (!includesFixed && isFixed(over) && !isFixed(element) && hasScrollingAncestor(element)) continue;
      return control ?? over;
    }
    return null;
  };

  const texts = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.data.trim() === "" || element.closest("title, option, script, style, noscript, select, [aria-busy]") !== null) continue;
    if (!isShown(element) || isUnseen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (line.width < 2) continue;
      const { shown, cut } = shownOf(element, line);
      // Text with no visible part is for screen readers.
      if (!isNonEmpty(shown)) continue;
      if (cut !== null) faults.add("text " + nameOf(element) + " is cut off by " + nameOf(cut));
      const air = line.height * AIR;
      if (line.top + air < -1 && !hasScrollingAncestor(element)) faults.add("text " + nameOf(element) + " is outside the viewport");
      const cell = element.closest("td, th")?.getBoundingClientRect() ?? null;
      if (cell !== null && (line.top + air < cell.top - 1 || line.bottom - air > cell.bottom + 1)) faults.add("text " + nameOf(element) + " leaves its cell");
      const cover = coverOf(element, shown, 1);
      if (cover !== null) faults.add("text " + nameOf(element) + " is covered by " + nameOf(cover));
      texts.push({ element, box: { ...shown, top: shown.top + line.height * AIR, bottom: shown.bottom - line.height * AIR } });
    }
  }
  texts.sort((a, b) => a.box.left - b.box.left);
  texts.forEach(({ element, box }, index) => {
    for (let next = index + 1; next < texts.length && texts[next].box.left < box.right; next++) {
      const other = texts[next];
      if (other.element === element || !isNonEmpty(within(box, other.box))) continue;
      // One of the two is behind a layer.
      if (scrollsBehindFixedLayer(element, other.element) || scrollsBehindFixedLayer(other.element, element)) continue;
      if (coverOf(element, box, 1, true) !== null || coverOf(other.element, other.box, 1, true) !== null) continue;
      faults.add("text " + nameOf(element) + " collides with " + nameOf(other.element));
    }
  });
  for (const control of root.querySelectorAll(CONTROLS)) {
    if (!control.checkVisibility({ visibilityProperty: true }) || isUnseen(control)) continue;
    const box = control.getBoundingClientRect();
    if (box.width < 3 || box.height < 3) continue;
    const { shown, cut } = shownOf(control, box);
    if (cut !== null) faults.add("control " + nameOf(control) + " is cut off by " + nameOf(cut));
    if (!isNonEmpty(shown)) continue;
    // A shape, such as a country on a map, does not fill its box.
    const cover = control instanceof SVGElement ? null : coverOf(control, shown, 3);
    if (cover !== null) faults.add("control " + nameOf(control) + " is covered by " + nameOf(cover));
    if (box.right > innerWidth + 1 && !scrollsSideways(control) && control.closest(HANDLES) === null) faults.add("control " + nameOf(control) + " is outside the viewport");
  }
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) faults.add("the page is " + scrollWidth + " px wide, but only " + clientWidth + " px are visible");
  return [...faults];
})()`;

/** Layout faults of the screen, or of the dialog on it; each names both elements. Empty if there are none. */
export const layoutFaults = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(FIND);

/**
 * Runs in the page. Finds text that is truncated with an ellipsis because its box is too small. Only titles and names entered by
 * users, sentences that are shown in full elsewhere, and titles of small panes may be shortened.
 */
const SHORTENED = `(() => {
  const MAY_BE_SHORTENED = [
    ".top .about",
    ".present .about",
    ".summary",
    ".side .name, .side .about",
    ".pane footer",
    ".palette",
    ".top .find",
    ".saved .name",
    ".go .chosen",
    ".mover",
    ".row .name:has(.chip), .member .name:has(.chip)",
  ].join();
  const SMALL_PANE = 330;
  const shortened = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    const isNarrow = textOverflow === "ellipsis" && element.scrollWidth > element.clientWidth;
    const isLow = webkitLineClamp !== "none" && element.scrollHeight > element.clientHeight + 1;
    if (!isNarrow && !isLow) continue;
    if (element.clientWidth === 0 || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (element.closest(MAY_BE_SHORTENED) !== null) continue;
    const pane = element.localName === "h3" ? element.closest(".pane") : null;
    if (pane !== null && pane.clientWidth < SMALL_PANE) continue;
    const place = element.closest("[data-chart], section, header, nav")?.className ?? "";
    shortened.add(JSON.stringify(element.textContent.trim().slice(0, 60)) + " (" + element.localName + "." + element.className + " in " + place + ") is shortened");
  }
  return [...shortened];
})()`;

/** Text that is truncated with an ellipsis but must be shown in full. */
export const shortenedTexts = (page: Page): Promise<readonly string[]> => page.evaluate<readonly string[]>(SHORTENED);

/**
 * Runs in the page. A target's height is the length of the vertical line through its centre on which a touch reaches
 * it. Areas on the map are exempt, because the list below it also contains them.
 */
const SMALL_TARGETS = `((least) => {
  const targets = "button, a[href], input:not([type=range]), select, [role=slider], [role=radio], [role=tab], [role=option], [role=menuitem]";
  const small = new Set();
  for (const target of document.querySelectorAll(targets)) {
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) || target.closest(".map") !== null) continue;
    target.scrollIntoView({ block: "center" });
    const { left, top, bottom, width, height } = target.getBoundingClientRect();
    if (width < 3 || height < 3) continue;
    const [x, y] = [left + width / 2, top + height / 2];
    const reaches = (at) => {
      const hit = document.elementFromPoint(x, at);
      return hit !== null && (target.contains(hit) || (hit.closest("label")?.contains(target) ?? false));
    };
    // A layer is above it.
    if (!reaches(y) || !reaches(top + 1) || !reaches(bottom - 1)) continue;
    let [first, last] = [y, y];
    const isSmall = () => last - first + 1 < least;
    while (isSmall() && reaches(first - 1)) first--;
    while (isSmall() && reaches(last + 1)) last++;
    if (isSmall()) {
      const name = target.getAttribute("aria-label") ?? target.textContent.trim();
      small.add(JSON.stringify(name.slice(0, 40)) + " (" + target.localName + ") is " + String(Math.round(last - first + 1)) + " px high");
    }
  }
  return [...small];
})`;

/** Controls whose touch target is less than 44 pixels high, with a tolerance of one pixel for rounding. */
export const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate<readonly string[]>(`${SMALL_TARGETS}(43)`);

const MAX_LOOKS = 8;

/** Faults of a screen once its charts have adapted to its size, which is when two checks in a row agree. */
export async function settledFaults(page: Page): Promise<readonly string[]> {
  let faults: readonly string[] | null = null;
  for (let look = 0; look < MAX_LOOKS; look++) {
    await waitForNextFrame(page);
    const next = await layoutFaults(page);
    if (next.join() === faults?.join()) return next;
    faults = next;
  }
  return faults ?? [];
}
