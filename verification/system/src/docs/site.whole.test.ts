/** The documentation as a website: built by `npm run docs`, served by a server, and read in a browser. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { setTimeout } from "node:timers/promises";
import { type Browser, findChromium, NO_CHROMIUM, type Page, startChromium } from "@etesian/browser";
import { startForTest, type TestServer } from "@etesian/standalone/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AT_NIGHT, faultsOf, SCREEN } from "../pages/faults.ts";
import { PROJECT } from "./pages.ts";

const SITE = join(PROJECT, "clients/site/dist");

/** The site's pages: paths from its directory. */
let pages: readonly string[];
beforeAll(() => {
  execFileSync(process.execPath, [join(PROJECT, "clients/site/build/main.ts")]);
  pages = globSync("**/*.html", { cwd: SITE })
    .filter((page) => page !== "404.html")
    .toSorted();
});

const textOf = (page: string): string => readFileSync(join(SITE, page), "utf8");

test("each document is a page", () => {
  const documents = globSync(["README.md", "CONTRIBUTING.md", "docs/**/*.md"], { cwd: PROJECT });
  expect(pages).toHaveLength(documents.length);
  expect(pages).toEqual(expect.arrayContaining(["index.html", "start.html", "decisions/index.html"]));
});

test("every link leads to a page or a file, and every anchor to an element", () => {
  const broken: string[] = [];
  let checked = 0;
  for (const page of pages) {
    for (const [, link] of textOf(page).matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^(?:[a-z]+:|\/\/)/.test(link!)) continue;
      checked += 1;
      const [path = "", anchor] = decodeURI(link!).split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      const isThere =
        existsSync(join(SITE, target)) && (anchor === undefined || textOf(target).includes(`id="${anchor}"`));
      if (!isThere) broken.push(`${page}: ${link}`);
    }
  }
  expect(broken).toEqual([]);
  expect(checked).toBeGreaterThan(1000);
});

test("no page has an inline script, and nothing is loaded from another host", () => {
  const loads = /<script(?![^>]* src=)|<(?:script|img|link)\b[^>]*(?:src|href)="(?:https?:)?\/\//;
  expect(pages.filter((page) => loads.test(textOf(page)))).toEqual([]);
  const styles = globSync("assets/*.css", { cwd: SITE });
  expect(styles).not.toEqual([]);
  expect(styles.filter((style) => /url\(["']?(?:https?:)?\/\//.test(textOf(style)))).toEqual([]);
});

const chromium = findChromium();

describe.skipIf(chromium === null)(`in a browser${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let directory: string;
  let server: TestServer;
  let browser: Browser;
  let page: Page;
  /** Requests to other hosts, errors of scripts, and violations of the server's policy. */
  const faults: string[] = [];
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), "etesian-site-"));
    [browser, server] = await Promise.all([
      startChromium(chromium!),
      startForTest({ model: join(PROJECT, "models/minimal"), data: directory }),
    ]);
    page = await browser.newPage();
    page.on("request", (request) => {
      if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) faults.push(request.url());
    });
    // On a busy machine, the server refuses requests for a moment.
    await page.route(`${server.url}/**`, async (route) => {
      let response = await route.fetch();
      while (response.status() === 503) {
        await setTimeout(1_000);
        response = await route.fetch();
      }
      await route.fulfill({ response });
    });
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  });

  test("the index has an entrance for planners, analysts, model authors and operators", async () => {
    await page.goto(`${server.url}/docs`);
    expect(page.url()).toBe(`${server.url}/docs/`);
    for (const reader of ["Planners", "Analysts", "Model authors", "Operators"]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: reader }).click();
      await page.locator("nav a[aria-current=page]", { hasText: reader }).first().waitFor();
    }
    expect(faults).toEqual([]);
  });

  test("search finds a section by words in it, and opens it", async () => {
    await page.goto(`${server.url}/docs/`);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("latin_hypercube");
    await page.getByRole("option", { name: "many variants" }).first().click();
    await page.waitForURL(/sweeps\.html#/);
    expect(await page.locator("main").textContent()).toContain("latin_hypercube");
    expect(faults).toEqual([]);
  });

  test("the index has no fault that axe finds, in light and dark, on a desktop and on a phone", async () => {
    await page.goto(`${server.url}/docs/`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("no document has a fault that axe finds", { timeout: 900_000 }, async () => {
    const found: Record<string, readonly string[]> = {};
    for (const path of pages) {
      await page.goto(`${server.url}/docs/${path}`);
      // Around it, each page has the parts of the index.
      const these = await faultsOf(page, [SCREEN, AT_NIGHT], ".vp-doc");
      if (these.length > 0) found[path] = these;
    }
    expect(found).toEqual({});
    expect(faults).toEqual([]);
  });
});
