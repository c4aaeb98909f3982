/**
 * Screenshots of every screen, in the light and the dark theme, on a desktop and a phone, compared pixel by pixel with
 * the baselines in `screenshots/`. They are taken in the Chromium of the npm package with its own font (Open Sans), so
 * that text looks the same on every machine; other browsers anti-alias differently. `npm test --
 * verification/browser/src/screenshots -u` updates the baselines after a change to the page or to the included model's
 * numbers.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { arch, platform } from "node:process";
import { PROJECT } from "@etesian/service-kit";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { PACKED } from "./chromium.ts";
import { signUp } from "./users.ts";
import { waitUntilAtRest } from "./at-rest.ts";
import { DESKTOP, PHONE, ServedPage, show } from "./served-page.ts";

/**
 * Tolerated difference of red, green and blue, from 0 to 255: processors round curves and gradients differently. A
 * character that moves by one pixel exceeds it.
 */
const TOLERANCE = 16;
const MAX_PIXELS = 30;
/** Maximum number of screenshots taken until two in a row are equal. */
const MAX_SHOTS = 12;

const FOLDER = join(import.meta.dirname, "screenshots");
/** Directory for screenshots that differ. */
const DIFFERING_FOLDER = join(PROJECT, "node_modules/.cache/etesian/screenshots");

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const HOUR = 497;
const ADA = { email: "ada.screenshots@example.org", password: "correct horse battery", name: "Ada Lovelace" };

const canRun = platform === "linux" && arch === "x64";

interface Scenarios {
  readonly coast: number;
  readonly policy: number;
}
interface Screen {
  readonly name: string;
  /** Whether a screenshot on a phone would look the same. */
  readonly isDesktopOnly?: boolean;
  /** Shows the screen; the next screen starts from the page in this state. */
  readonly show: (page: Page, url: string, scenarios: Scenarios) => Promise<void>;
}

const workbench = async (page: Page, address: string): Promise<void> => {
  await show(page, address);
  await waitUntilAtRest(page);
};

/** Waits for the model's names, which load after the areas. */
const start = async (page: Page, url: string): Promise<void> => {
  await page.goto(url);
  await page.getByRole("option", { name: "Netherlands" }).waitFor();
};

/** Opens a dialog of the saved scenario. */
const openSaved = async (page: Page, dialog: string): Promise<void> => {
  await page.setViewportSize(DESKTOP);
  await page.getByRole("button", { name: "More about Coast and heat" }).click();
  await page.getByRole("menuitem", { name: dialog }).click();
};

const SCREENS: readonly Screen[] = [
  {
    name: "start",
    show: async (page, url) => {
      await start(page, url);
    },
  },
  {
    name: "workbench",
    show: (page, url, { coast }) => workbench(page, `${url}/s/${coast}?slide=electricity_wind`),
  },
  {
    name: "share-group",
    show: async (page, url, { coast }) => {
      await workbench(
        page,
        `${url}/s/${coast}?slide=households_heating&charts=energy_flows,final_demand_by_sector,emissions_to_the_future,merit_order&h=${HOUR}`,
      );
      await page.getByText("next bid first").waitFor();
    },
  },
  {
    name: "past",
    show: async (page, url, { coast }) => {
      await workbench(page, `${url}/s/${coast}?slide=electricity_wind`);
      // Earlier versions can be visited only once the history is loaded.
      await page.locator(".timeline [role=slider][aria-valuemin='1']").press("ArrowLeft");
      await page.locator('.workbench:not(.isCalculating) .timeline[data-shown="2"]').waitFor();
    },
  },
  {
    name: "search",
    show: async (page, url, { coast }) => {
      await workbench(page, `${url}/s/${coast}?slide=electricity_wind`);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("heat pump");
      await page.getByRole("menuitem").first().waitFor();
    },
  },
  {
    name: "compare",
    show: async (page, url, { coast, policy }) => {
      await show(page, `${url}/s/${coast}?view=compare&cmp=${policy}`);
      await page.locator(".differences footer", { hasText: "calculated in your browser" }).waitFor();
      await page.locator(".side").last().locator("td data").first().waitFor();
      // The code that draws these charts is loaded when they are first shown.
      await page.locator("main:not(:has([data-chart] > .body:not(:has(svg, canvas))))").waitFor();
    },
  },
  {
    name: "hours",
    show: async (page, url, { coast }) => {
      await workbench(page, `${url}/s/${coast}?view=hours&h=${HOUR}.432-599`);
      await page.locator(`.inspector[data-hour="${HOUR}"]`).waitFor();
    },
  },
  {
    name: "downloads",
    show: async (page, url, { coast }) => {
      await workbench(page, `${url}/s/${coast}?slide=electricity_wind`);
      await page.getByRole("button", { name: "Data" }).click();
      await page.getByRole("tab", { name: "Priority lists" }).click();
      await page.getByRole("grid").first().getByRole("row").first().waitFor();
    },
  },
  {
    name: "curves",
    isDesktopOnly: true,
    show: async (page) => {
      await page.getByRole("tab", { name: "Curves" }).click();
      await page.getByRole("button", { name: "Choose a file" }).waitFor();
    },
  },
  {
    name: "sign-in",
    show: async (page, url) => {
      await start(page, url);
      await page.getByRole("button", { name: "Sign in" }).first().click();
      await page.getByLabel("Password").waitFor();
    },
  },
  {
    name: "yours",
    isDesktopOnly: true,
    show: async (page, url) => {
      await page.goto(`${url}/yours`);
      await page.getByRole("button", { name: "Sign in" }).first().click();
      await page.getByLabel("Email").fill(ADA.email);
      await page.getByLabel("Password").fill(ADA.password);
      await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("row", { name: /Coast and heat/ }).waitFor();
      await page.getByRole("heading", { name: "Account" }).waitFor();
    },
  },
  {
    name: "share",
    isDesktopOnly: true,
    show: async (page) => {
      await openSaved(page, "Share");
      await page.getByLabel("Add people by email").waitFor();
      await page.getByRole("dialog").getByText(ADA.name).waitFor();
    },
  },
  {
    name: "versions",
    isDesktopOnly: true,
    show: async (page) => {
      await page.keyboard.press("Escape");
      await openSaved(page, "Versions");
      await page.getByText("current version").waitFor();
    },
  },
];

/**
 * Hides text that varies: times relative to now, and the server's URLs and scenario IDs. A date also has no width,
 * because the columns of its table would move with it.
 */
const HIDE_STYLE = `.timeline .summary, .side .about, .saved .when, .popup .people a, .popup .people a + .quiet { visibility: hidden !important; } table.plain td:nth-child(3) { font-size: 0 !important; } [placeholder^="http"]::placeholder { color: transparent !important; }`;

/**
 * Runs in its own page: compares a screenshot with its baseline, or compresses it if there is none. Desktop screenshots
 * are halved in width and height, and all are reduced to 32 shades per channel; the compression itself is lossless.
 */
const COMPARE = `async ({ shot, known, shrink, tolerance }) => {
  const decode = async (text, type, factor) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    const options = { colorSpaceConversion: "none", premultiplyAlpha: "none" };
    const bitmap = await createImageBitmap(new Blob([bytes], { type }), options);
    const [width, height] = [bitmap.width / factor, bitmap.height / factor];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingQuality = "high";
    context.drawImage(bitmap, 0, 0, width, height);
    const data = context.getImageData(0, 0, width, height);
    for (let at = 0; at < data.data.length; at++) if (at % 4 < 3) data.data[at] &= 0xf8;
    context.putImageData(data, 0, 0);
    return { canvas, data };
  };
  const differing = (one, other) => {
    if (one.width !== other.width || one.height !== other.height) return Infinity;
    let count = 0;
    for (let at = 0; at < one.data.length; at += 4) {
      let most = 0;
      for (let channel = 0; channel < 3; channel++) {
        most = Math.max(most, Math.abs(one.data[at + channel] - other.data[at + channel]));
      }
      if (most > tolerance) count++;
    }
    return count;
  };
  const taken = await decode(shot, "image/png", shrink);
  if (known !== null) return { differing: differing(taken.data, (await decode(known, "image/webp", 1)).data), small: "" };
  const blob = await taken.canvas.convertToBlob({ type: "image/webp", quality: 1 });
  const small = new Uint8Array(await blob.arrayBuffer());
  const text = btoa(Array.from(small, (byte) => String.fromCharCode(byte)).join(""));
  return { differing: differing(taken.data, (await decode(text, "image/webp", 1)).data), small: text };
}`;

/** Screens that `npm test` compares; the others depend on the accounts and scenarios of earlier ones. */
export const SAMPLE: readonly string[] = ["workbench"];

/** Tests that these screens equal their baselines. */
export function testScreenshots(isTested: (name: string) => boolean): void {
  describe.skipIf(!canRun)(
    `screenshots of the page${canRun ? "" : " (the packaged Chromium runs only on Linux x64)"}`,
    () => {
      let servedPage: ServedPage;
      let comparisonPage: Page;
      let scenarios: Scenarios;
      beforeAll(async () => {
        servedPage = await ServedPage.start(PACKED);
        const createScenario = async (title: string, ...changes: readonly object[]): Promise<number> => {
          const id = await servedPage.create({ area_code: "nl", end_year: 2050, title });
          for (const change of changes) await servedPage.set(id, change);
          return id;
        };
        scenarios = {
          coast: await createScenario("Coast", { [WIND]: 12_000 }, { [WIND]: 30_000 }),
          policy: await createScenario("Policy", { [WIND]: 12_000, [SUN]: 45_000 }),
        };
        if (isTested("yours")) await saveScenarioOfAda(); // Created only once, because the other test file uses the same server.
        comparisonPage = await servedPage.newPage();
        await comparisonPage.goto(`${servedPage.url}/api/v3/areas`);
      });
      afterAll(async () => servedPage.stop());

      async function saveScenarioOfAda(): Promise<void> {
        await signUp(servedPage.url, servedPage.data, ADA);
        const token = await servedPage.token(ADA.email);
        const savedScenario = await servedPage.send<{ readonly id: number }>(
          "POST",
          "/scenarios",
          { scenario: { area_code: "nl" } },
          token,
        );
        await servedPage.send(
          "POST",
          "/saved_scenarios",
          { saved_scenario: { scenario_id: savedScenario.id, title: "Coast and heat" } },
          token,
        );
      }

      let page: Page;
      beforeAll(async () => {
        page = await servedPage.newPage({ isIsolated: true });
        await page.addInitScript(
          `document.addEventListener("DOMContentLoaded", () => {
          document.head.append(Object.assign(document.createElement("style"), { textContent: ${JSON.stringify(HIDE_STYLE)} }));
        })`,
        );
      });

      test.each(SCREENS.filter(({ name }) => isTested(name)))(
        "$name, light and dark",
        async ({ name, isDesktopOnly = false, show }) => {
          const differences: string[] = [];
          await page.setViewportSize(DESKTOP);
          await show(page, servedPage.url, scenarios);
          for (const [device, viewport, shrink] of [
            ["desktop", DESKTOP, 2],
            ["phone", PHONE, 1],
          ] as const) {
            if (device === "phone" && isDesktopOnly) continue;
            await page.setViewportSize(viewport);
            for (const colorScheme of ["light", "dark"] as const) {
              // The page follows the system theme unless the user has chosen one.
              await page.emulateMedia({ colorScheme });
              await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
              // Moves the pointer off all elements.
              await page.mouse.move(0, 0);
              const difference = await compare(`${name}-${device}-${colorScheme}`, page, shrink);
              if (difference !== null) differences.push(difference);
            }
          }
          await page.emulateMedia({ colorScheme: "light" });
          expect(differences).toEqual([]);
        },
      );

      const takeScreenshot = (page: Page): Promise<Buffer> => page.screenshot({ animations: "disabled" });

      /** A screenshot of the page, once it no longer changes. */
      async function takeSettled(page: Page): Promise<Buffer> {
        let shot = await takeScreenshot(page);
        for (let count = 1; count < MAX_SHOTS; count++) {
          const next = await takeScreenshot(page);
          if (next.equals(shot)) return shot;
          shot = next;
        }
        throw new Error(`the page does not settle within ${MAX_SHOTS} screenshots`);
      }

      /** Null if the screenshot matches its baseline, or the baseline was updated. */
      async function compare(name: string, page: Page, shrink: number): Promise<string | null> {
        const knownFile = join(FOLDER, `${name}.webp`);
        const isKnown = existsSync(knownFile);
        const compareInPage = (
          shot: Buffer,
          known: string | null,
        ): Promise<{ readonly differing: number; readonly small: string }> =>
          comparisonPage.evaluate(
            `(${COMPARE})(${JSON.stringify({ shot: shot.toString("base64"), known, shrink, tolerance: known === null ? 0 : TOLERANCE })})`,
          );
        const differingIn = async (shot: Buffer): Promise<number> =>
          isKnown ? (await compareInPage(shot, readFileSync(knownFile, "base64"))).differing : Infinity;
        // A page that matches its baseline has settled.
        if ((await differingIn(await takeScreenshot(page))) <= MAX_PIXELS) return null;
        const shot = await takeSettled(page);
        const differingPixels = await differingIn(shot);
        if (differingPixels <= MAX_PIXELS) return null;
        if (inject("isUpdatingSnapshots")) {
          const { differing: lostPixels, small } = await compareInPage(shot, null);
          if (lostPixels !== 0) throw new Error(`${name}: the compressed screenshot differs in ${lostPixels} pixels`);
          mkdirSync(FOLDER, { recursive: true });
          writeFileSync(knownFile, Buffer.from(small, "base64"));
          return null;
        }
        mkdirSync(DIFFERING_FOLDER, { recursive: true });
        writeFileSync(join(DIFFERING_FOLDER, `${name}.png`), shot);
        return `${name}: ${isKnown ? `${differingPixels} pixels differ` : "there is no baseline"}; see ${join(DIFFERING_FOLDER, `${name}.png`)}`;
      }
    },
  );
}
