/** Tests the documentation as a website: built by `npm run docs`, served by a server, and read in a browser. */
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, posix } from "node:path";
import { type Browser, findChromium, NO_CHROMIUM, type Page, startChromium } from "@etesian/browser";
import { startForTest } from "@etesian/standalone/testing";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { DARK, faultsOf, DESKTOP } from "../pages/faults.ts";
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
  const brokenLinks: string[] = [];
  let checkedCount = 0;
  for (const page of pages) {
    for (const [, link] of textOf(page).matchAll(/\b(?:href|src)="([^"]*)"/g)) {
      if (/^(?:[a-z]+:|\/\/)/.test(link!)) continue;
      checkedCount += 1;
      const [path = "", anchor] = decodeURI(link!).split("#");
      const target = path === "" ? page : posix.join(posix.dirname(page), path);
      const exists =
        existsSync(join(SITE, target)) && (anchor === undefined || textOf(target).includes(`id="${anchor}"`));
      if (!exists) brokenLinks.push(`${page}: ${link}`);
    }
  }
  expect(brokenLinks).toEqual([]);
  expect(checkedCount).toBeGreaterThan(1000);
});

test("no page has an inline script, and nothing is loaded from another host", () => {
  const loads = /<script(?![^>]* src=)|<(?:script|img|link)\b[^>]*(?:src|href)="(?:https?:)?\/\//;
  expect(pages.filter((page) => loads.test(textOf(page)))).toEqual([]);
  const styles = globSync("assets/*.css", { cwd: SITE });
  expect(styles).not.toEqual([]);
  expect(styles.filter((style) => /url\(["']?(?:https?:)?\/\//.test(textOf(style)))).toEqual([]);
});

const POLICY =
  "default-src 'self';base-uri 'self';font-src 'self';form-action 'self';frame-ancestors 'none';img-src 'self' data:;" +
  "object-src 'none';script-src 'self';script-src-attr 'none';style-src 'self' 'unsafe-inline'";

test("a server serves the website at /docs/, with a content security policy", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-site-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const server = await startForTest({ model: join(PROJECT, "models/minimal"), data: directory });
  onTestFinished(() => server.close());
  // On a busy machine, a server may briefly refuse requests.
  await expect.poll(async () => (await fetch(`${server.url}/docs`)).status).toBe(200);
  const response = await fetch(`${server.url}/docs`);
  expect(response.url).toBe(`${server.url}/docs/`);
  expect(response.headers.get("content-security-policy")).toBe(POLICY);
  expect(await response.text()).toBe(textOf("index.html"));
});

const TYPES: { readonly [suffix: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
};

const chromium = findChromium();

describe.skipIf(chromium === null)(`the website in a browser${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let url: string;
  let files: Server;
  let browser: Browser;
  let page: Page;
  /** Requests to other hosts, errors of scripts, and violations of the policy. */
  const faults: string[] = [];
  beforeAll(async () => {
    files = createServer(({ url: path = "/" }, response) => {
      const file = join(SITE, path.endsWith("/") ? `${path}index.html` : path);
      if (!existsSync(file)) return void response.writeHead(404).end();
      const headers = { "content-type": TYPES[extname(file)] ?? "image/png", "content-security-policy": POLICY };
      response.writeHead(200, headers).end(readFileSync(file));
    });
    await once(files.listen(0, "127.0.0.1"), "listening");
    url = `http://127.0.0.1:${(files.address() as AddressInfo).port}`;
    browser = await startChromium(chromium!);
    page = await browser.newPage();
    page.setDefaultTimeout(240_000);
    page.on("request", (request) => {
      if (!request.url().startsWith(url) && !request.url().startsWith("data:")) faults.push(request.url());
    });
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
  });
  afterAll(async () => {
    await browser.close();
    files.close();
  });

  test("the index has a starting point for planners, analysts, model authors and operators", async () => {
    await page.goto(`${url}/`);
    for (const reader of ["Planners", "Analysts", "Model authors", "Operators"]) {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: reader }).click();
      await page.locator("nav a[aria-current=page]", { hasText: reader }).first().waitFor();
    }
    expect(faults).toEqual([]);
  });

  test("a search finds a section by its words, and opens it", async () => {
    await page.goto(`${url}/`);
    await page.getByRole("button", { name: "Search" }).first().click();
    await page.getByRole("searchbox").fill("latin_hypercube");
    await page.getByRole("option", { name: "many variants" }).first().click();
    await page.waitForURL(/sweeps\.html#/);
    await page.locator("main", { hasText: "latin_hypercube" }).waitFor();
    expect(faults).toEqual([]);
  });

  test("axe finds no violations in the index, in light and dark, on a desktop and on a phone", async () => {
    await page.goto(`${url}/`);
    expect(await faultsOf(page)).toEqual([]);
  });

  test("axe finds no violations in any document", { timeout: 900_000 }, async () => {
    const faultsByPage: Record<string, readonly string[]> = {};
    for (const path of pages) {
      await page.goto(`${url}/${path}`);
      // Only the content is checked, because the rest of each page equals the index. Code has its own colours.
      const appearances = textOf(path).includes("<pre") ? [DESKTOP, DARK] : [DESKTOP];
      const pageFaults = await faultsOf(page, appearances, ".vp-doc");
      if (pageFaults.length > 0) faultsByPage[path] = pageFaults;
    }
    expect(faultsByPage).toEqual({});
    expect(faults).toEqual([]);
  });
});
