/** A chart in a page from another origin with a strict policy: its contents, its size, and its privacy. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
/** Limit on the size of the scripts and styles of a frame, compressed. */
const MAX_BYTES = 150_000;

/** The properties of a frame that the surrounding page can read. */
interface FrameProperties {
  readonly width: number;
  readonly height: number;
  readonly name: string;
  readonly frames: number;
  readonly hasDocument: boolean;
  readonly messages: number;
}

describe.skipIf(chromium === null)(`an embedded chart${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let site: Server;
  let frame = "";
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    // Another port is another origin; `localhost` instead of `127.0.0.1` is another site.
    site = createServer((_request, response) => {
      response.setHeader("content-type", "text/html");
      response.setHeader(
        "content-security-policy",
        `default-src 'none'; frame-src ${servedPage.url}; script-src 'nonce-seen'; base-uri 'none'`,
      );
      response.end(
        `<!doctype html><title>An article</title><script nonce="seen">let messages = 0; addEventListener("message", () => messages++);</script>${frame}`,
      );
    });
    await new Promise<void>((resolve) => site.listen(0, resolve));
  });
  afterAll(async () => {
    await new Promise((resolve) => site.close(resolve));
    await servedPage.stop();
  });
  afterEach(async () => servedPage.closePages());

  const siteUrl = (): string => `http://localhost:${(site.address() as AddressInfo).port}/`;
  const create = (userValues = {}): Promise<number> =>
    servedPage.create({ area_code: "nl", end_year: 2050, title: "Coast", user_values: userValues });
  const frameOf = (address: string): string => `<iframe src="${address}" width="760" height="380"></iframe>`;
  async function embed(page: Page, html: string): Promise<void> {
    frame = html;
    await page.goto(siteUrl());
  }

  test("the dialog's code shows the version of the scenario on a strict page from another origin", async () => {
    const page = await servedPage.newPage();
    const id = await create({ [WIND]: 40_000 });
    await show(page, `${servedPage.url}/s/${id}?charts=electricity_mix`);
    await waitUntilAtRest(page);
    const recipe = await page.locator(".board .pane").getAttribute("data-recipe");
    await page.getByRole("button", { name: /^Actions: / }).press("Enter");
    await page.getByRole("menuitem", { name: "Embed…" }).press("Enter");
    const code = await page.getByRole("textbox", { name: "Code to embed the chart" }).inputValue();
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await servedPage.set(id, { [WIND]: 1_000 });

    await embed(page, code);
    const chart = page.frameLocator("iframe");
    await chart.locator("svg.chart").waitFor();
    await expect.poll(() => chart.locator("main").getAttribute("data-recipe")).toBe(recipe);
    await chart.getByRole("button", { name: "Table" }).click();
    await chart.locator("table.figures").waitFor();
    const link = chart.getByRole("link", { name: "Open in Etesian and move the sliders" });
    await expect
      .poll(() => link.getAttribute("href"))
      .toMatch(new RegExp(`^${servedPage.url}/s/${id}\\?charts=electricity_mix&v=\\d+$`));
    // The page's workbench is not shown in a frame.
    const context = await servedPage.browser.newContext({ serviceWorkers: "block" });
    const otherPage = await context.newPage();
    const refusal = otherPage.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
    await embed(otherPage, frameOf(`${servedPage.url}/s/${id}`));
    await refusal;
    await context.close();
  });

  test("an hourly chart shows the week in its URL", async () => {
    const page = await servedPage.newPage();
    const id = await create();
    await embed(page, frameOf(`${servedPage.url}/embed/${id}?chart=hourly_electricity&h=497.432-599`));
    const plot = page.frameLocator("iframe").locator(".hours[role=slider]");
    await plot.waitFor();
    await expect.poll(() => plot.getAttribute("aria-valuenow")).toBe("497");
  });

  test("an embedded chart has small scripts and styles, and loads neither the engine nor the page", async () => {
    const page = await servedPage.newPage();
    const id = await create();
    const files: string[] = [];
    page.on("response", (response) => files.push(new URL(response.url()).pathname));
    await page.goto(`${servedPage.url}/embed/${id}?chart=hourly_electricity`);
    await page.locator(".hours[role=slider]").waitFor();
    const assets = [...new Set(files.filter((path) => /^\/assets\/.*\.(?:js|css)$/.test(path)))];
    const bodies = await Promise.all(
      assets.map(async (path) => Buffer.from(await (await fetch(`${servedPage.url}${path}`)).arrayBuffer())),
    );
    const bytes = bodies.reduce((sum, body) => sum + gzipSync(body, { level: 9 }).length, 0);
    expect(assets.every((path) => path.startsWith("/assets/embed/"))).toBe(true);
    expect(bytes).toBeGreaterThan(0);
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES);
    expect(files.filter((path) => /worker|\/account\//.test(path))).toEqual([]);
  });

  test("the page that contains a frame cannot distinguish a private scenario from a missing one, even for its owner", async () => {
    const token = await servedPage.token("owner-of-embedded@example.org");
    const privateScenario = await servedPage.send<{ readonly id: number }>(
      "POST",
      "/scenarios",
      { scenario: { area_code: "nl", end_year: 2050, title: "Secret", private: true } },
      token,
    );
    const page = await servedPage.newPage();
    const properties: FrameProperties[] = [];
    const texts: (string | null)[] = [];
    for (const id of [privateScenario.id, 999_999_999]) {
      await embed(page, frameOf(`${servedPage.url}/embed/${id}?chart=electricity_mix`));
      const text = page.frameLocator("iframe").locator("main.unavailable");
      await text.waitFor();
      texts.push(await text.textContent());
      properties.push(
        await page.evaluate<FrameProperties>(`(() => {
          const element = document.querySelector("iframe");
          const { width, height } = element.getBoundingClientRect();
          return {
            width, height, messages, name: element.name, frames: window[0].length,
            hasDocument: element.contentDocument !== null,
          };
        })()`),
      );
    }
    expect(texts[0]).toBe("This chart is not available.");
    expect(texts[1]).toBe(texts[0]);
    expect(properties[0]).toEqual({ width: 764, height: 384, name: "", frames: 0, hasDocument: false, messages: 0 });
    expect(properties[1]).toEqual(properties[0]);
  });

  test("only the path of embedded charts may be framed", async () => {
    const headersOf = async (path: string): Promise<Headers> =>
      (await fetch(`${servedPage.url}${path}`, { headers: { accept: "text/html" } })).headers;
    const embedHeaders = await headersOf("/embed/1?chart=electricity_mix");
    expect(embedHeaders.get("content-security-policy")).toContain("frame-ancestors *");
    expect(embedHeaders.get("x-frame-options")).toBeNull();
    for (const path of ["/", "/s/1", "/yours", "/docs", "/api/v3/areas"]) {
      const headers = await headersOf(path);
      expect([path, headers.get("content-security-policy"), headers.get("x-frame-options")]).toEqual([
        path,
        expect.stringContaining("frame-ancestors 'none'"),
        expect.any(String),
      ]);
    }
    // The rest of the policy is the same as the page's.
    const policyOf = (headers: Headers): string =>
      headers.get("content-security-policy")!.replace(/frame-ancestors [^;]+/, "");
    expect(policyOf(embedHeaders)).toBe(policyOf(await headersOf("/s/1")));
  });

  test.for(["en", "nl"] as const)(
    "an embedded chart has no accessibility violations in either theme (%s)",
    async (language) => {
      const page = await servedPage.newPage();
      const id = await create();
      await page.goto(`${servedPage.url}/embed/${id}?chart=electricity_mix&lang=${language}`);
      await page.getByRole("link", { name: { en: /^Open in Etesian/, nl: /^Open in Etesian/ }[language] }).waitFor();
      expect(await page.evaluate<string>("document.documentElement.lang")).toBe(language);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
