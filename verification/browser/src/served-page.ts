/**
 * A server with the page and a browser, for tests of the page. Test files of a process share the browser, and all test
 * files share the server.
 */
import { networkInterfaces } from "node:os";
import { issueToken } from "@etesian/standalone/testing";
import axe, { type AxeResults, type ContextObject, type RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { inject, onTestFailed } from "vitest";
import { startChromium } from "./chromium.ts";
import type { SharedModel, SharedServer } from "./shared-servers.ts";

export interface HistoryEntry {
  readonly version: number;
  readonly type: string;
}

/** An IPv4 address of this machine other than the loopback address; undefined if it has none. */
export const customChartAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
/** Another host name that the browser resolves to this machine's address. */
export const OTHER_HOST = "workshop.example.org";

/**
 * Responses that tests cause deliberately and that the console reports as errors: refusals, and an unreachable server.
 */
const EXPECTED_ERRORS =
  /status of (?:4\d\d|503)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING|Cross-Origin-Opener-Policy header has been ignored/;

/** Timeout (ms) for the page and for polled conditions, so long that only a condition that never holds reaches it. */
const TIMEOUT_MS = 240_000;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const browsers = new Map<string, Promise<Browser>>();

/** Pages live for seconds: a large young generation avoids most garbage collection. */
const GC_FLAGS = ["--js-flags=--single-threaded-gc,--max-semi-space-size=64"];

/** The browser of this process, which is closed with it. */
export function sharedBrowser(chromium: string): Promise<Browser> {
  const host =
    customChartAddress === undefined ? [] : [`--host-resolver-rules=MAP ${OTHER_HOST} ${customChartAddress}`];
  const browser = browsers.get(chromium) ?? startChromium(chromium, [...host, ...GC_FLAGS]);
  browsers.set(chromium, browser);
  return browser;
}

/** A server shared by all test files of the lane; resolves once its page is built and served. */
export async function sharedServer(model: SharedModel): Promise<SharedServer> {
  const response = await fetch(`${inject("lender")}/${model}`);
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as SharedServer;
}

export interface NewPageOptions {
  /** Whether it shares neither cookies nor caches with other pages. Default: it shares both. */
  readonly isIsolated?: boolean;
  readonly options?: BrowserContextOptions;
}

export class ServedPage {
  readonly url: string;
  /** The server's data directory, with the emails that it writes. */
  readonly data: string;
  readonly browser: Browser;
  #sharedContext: Promise<BrowserContext> | null = null;
  /** By their options. */
  readonly #reusedPages = new Map<string, Page>();
  #isolatedContexts: BrowserContext[] = [];
  readonly #pages: Page[] = [];
  readonly #faults: string[] = [];

  /** @param server the test's own server, or a shared one */
  constructor({ url, data }: SharedServer, browser: Browser) {
    this.url = url;
    this.data = data;
    this.browser = browser;
  }

  /** Resolves once the page is built and served. */
  static async start(chromium: string, model: SharedModel = "included"): Promise<ServedPage> {
    const [browser, server] = await Promise.all([sharedBrowser(chromium), sharedServer(model)]);
    return new ServedPage(server, browser);
  }

  /** Uses a test's own server. */
  static async forServer(server: SharedServer, chromium: string): Promise<ServedPage> {
    return new ServedPage(server, await sharedBrowser(chromium));
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.#endReused();
    await (await this.#sharedContext)?.close();
    this.#sharedContext = null;
  }

  /**
   * A page that tests use one after another, each from the start; `show` navigates it. Its scripts are loaded and its
   * worker has the model, which takes most of the time of a visit. There is one for each set of options, alone in its
   * context. Chosen themes and languages persist, as does a signed-in user, so tests that set them open their own page.
   * After each test its size, connection and routes are reset; after a failure the next test gets a new page.
   */
  async reusedPage(options: BrowserContextOptions = {}): Promise<Page> {
    const key = JSON.stringify(options);
    onTestFailed(async () => this.#endReused());
    const reused = this.#reusedPages.get(key);
    if (reused !== undefined) return reused;
    const page = await this.newPage({ isIsolated: true, options });
    this.#pages.splice(this.#pages.indexOf(page), 1);
    this.#isolatedContexts.splice(this.#isolatedContexts.indexOf(page.context()), 1);
    this.#reusedPages.set(key, page);
    return page;
  }

  async #endReused(): Promise<void> {
    const pages = [...this.#reusedPages.values()];
    this.#reusedPages.clear();
    await Promise.all(pages.map((page) => page.context().close()));
  }

  async newPage({ isIsolated = false, options = {} }: NewPageOptions = {}): Promise<Page> {
    const createContext = (): Promise<BrowserContext> =>
      this.browser.newContext({
        viewport: DESKTOP,
        locale: "en-GB",
        colorScheme: "light",
        reducedMotion: "reduce",
        // Service workers would cache everything that a page loads, separately in each context.
        serviceWorkers: "block",
        ...options,
      });
    let context: BrowserContext;
    if (isIsolated) {
      context = await createContext();
      this.#isolatedContexts.push(context);
    } else context = await (this.#sharedContext ??= createContext());
    const page = await context.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    this.#pages.push(page);
    page.on("pageerror", ({ message }) => this.#faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED_ERRORS.test(message.text())) this.#faults.push(message.text());
    });
    return page;
  }

  /**
   * Closes all pages except the reused ones, so that later tests are unaffected; rethrows the errors that happened in
   * them.
   */
  async closePages(): Promise<void> {
    for (const page of this.#pages) await page.evaluate("localStorage.clear()").catch(() => {});
    await Promise.all(Array.from(this.#reusedPages.values(), refresh));
    await (await this.#sharedContext)?.clearCookies();
    await Promise.all(this.#pages.splice(0).map((page) => page.close()));
    await Promise.all(this.#isolatedContexts.splice(0).map((context) => context.close()));
    const faults = this.#faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }

  /** @param token a user's token; null for a request without a session */
  async send<Answer>(
    method: "GET" | "POST" | "PUT",
    path: string,
    body?: object,
    token: string | null = null,
  ): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v3${path}`, {
      method,
      headers: {
        "content-type": "application/json",
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  }

  async create(scenario: object = { area_code: "nl", end_year: 2050 }): Promise<number> {
    return (await this.send<{ readonly id: number }>("POST", "/scenarios", { scenario })).id;
  }

  async set(id: number, userValues: object): Promise<void> {
    await this.send("PUT", `/scenarios/${id}`, { scenario: { user_values: userValues } });
  }

  async changes(id: number): Promise<readonly HistoryEntry[]> {
    return (await this.send<{ readonly data: readonly HistoryEntry[] }>("GET", `/scenarios/${id}/history?limit=100`))
      .data;
  }

  async userValues(id: number): Promise<Readonly<Record<string, number>>> {
    return (await this.send<{ readonly user_values: Record<string, number> }>("GET", `/scenarios/${id}`)).user_values;
  }

  /** A token of a user, whose account is created if there is none. */
  readonly token = (email: string): Promise<string> => issueToken({ data: this.data, store: null, keys: null }, email);

  /** Future values of queries, as the server calculates them for a scenario. */
  async futureOf(id: number, queries: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const { gqueries } = await this.send<{ readonly gqueries: Record<string, { readonly future: number }> }>(
      "PUT",
      `/scenarios/${id}`,
      { gqueries: queries },
    );
    return Object.fromEntries(Object.entries(gqueries).map(([query, { future }]) => [query, future]));
  }
}

/** Resets the reused page to the state of a new one. */
async function refresh(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: "reduce" });
  if (page.url().startsWith("http")) await page.evaluate("localStorage.clear()");
}

/**
 * Navigates a page to a URL as its links do, without reloading it if it is open. Resolves after the previous
 * screen has gone, so that its elements cannot be mistaken for the next screen's. Another view of the same scenario is
 * reached through the start screen.
 */
export async function show(page: Page, address: string): Promise<void> {
  const target = new URL(address);
  const isOpen = page.url().startsWith(`${target.origin}/`) && (await page.locator("#page main").count()) > 0;
  if (!isOpen) await page.goto(address);
  else if (new URL(page.url()).pathname !== target.pathname) await moveWithin(page, address);
  else {
    await moveWithin(page, target.pathname === "/" ? `${target.origin}/yours` : target.origin);
    await moveWithin(page, address);
  }
}

const moveWithin = (page: Page, address: string): Promise<void> =>
  page.evaluate<void>(`new Promise((resolve) => {
    const left = document.querySelector("#page main");
    history.pushState(null, "", ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent("popstate"));
    const look = () => (left.isConnected ? requestAnimationFrame(look) : resolve());
    look();
  })`);

/** Downloads a file by its name from a pane's menu of files and links. */
export async function fileOf(pane: Locator, name: string): Promise<Buffer> {
  const page = pane.page();
  await pane.hover();
  await pane.getByRole("button", { name: /^Actions: / }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("menuitem", { name }).click()]);
  return readFileSync(await download.path());
}

/** For scripts of a page: the headline numbers by query, in full precision. */
export const HEADLINE = `Object.fromEntries(
  Array.from(document.querySelectorAll(".headline li"), (item) => [
    item.dataset.query,
    Number(item.querySelector("data")?.value),
  ]),
)`;

/** The headline numbers by query, in full precision. */
export const headlineOf = (page: Page): Promise<Readonly<Record<string, number>>> =>
  page.evaluate<Record<string, number>>(HEADLINE);

/** Rules about colours; the theme does not affect other rules. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Violations that axe finds on the screen, in the light and the dark theme. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  // A page reads the system theme once, before it paints.
  for (const theme of ["dark", "light"] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
    const axe = await axeViolations(page, theme === "dark" ? { runOnly: COLOUR_RULES } : {});
    faults.push(...axe.map((fault) => `${theme}, ${fault}`));
  }
  return faults;
}

/** Rules about the landmarks of the whole page. */
const WHOLE_PAGE_RULES = new Set(["landmark-one-main", "page-has-heading-one"]);

/** The list below a search field: the focus stays in the field, whose arrow keys move and scroll the list. */
const isSearchedList = (rule: string, html: string): boolean =>
  rule === "scrollable-region-focusable" && html.includes('class="charts"') && html.includes('role="listbox"');

/** Announcements stay in the document for seven seconds, and can name a button that has disappeared. */
const AXE_CONTEXT: ContextObject = { exclude: ["[data-live-announcer]"] };

/** Violations that axe finds on the current screen: the rule, and the element. */
export async function axeViolations(
  page: Page,
  { runOnly }: { readonly runOnly?: readonly string[] } = {},
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(runOnly === undefined ? {} : { runOnly: [...runOnly] }),
  };
  // A modal dialog hides the rest of the page, with its main region and heading.
  const isModal = await page.evaluate<boolean>("document.querySelector('[role=dialog]') !== null");
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    `axe.run(${JSON.stringify(AXE_CONTEXT)}, ${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations
    .filter(({ id }) => !(isModal && WHOLE_PAGE_RULES.has(id)))
    .flatMap(({ id, nodes }) =>
      nodes.filter(({ html }) => !isSearchedList(id, html)).map(({ html }) => `${id}: ${html}`),
    );
}
