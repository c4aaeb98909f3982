/** A server with the page and a browser, for tests of the page. Files of a process share the browser, all share the server. */
import { networkInterfaces } from "node:os";
import { issueToken } from "@etesian/standalone/testing";
import axe, { type AxeResults, type RunOptions } from "axe-core";
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from "playwright-core";
import { inject, onTestFailed } from "vitest";
import { startChromium } from "./chromium.ts";
import type { LentModel, LentServer } from "./lent-servers.ts";

export interface Changed {
  readonly version: number;
  readonly type: string;
}

/** An address of this machine that is not its loopback; undefined: it has none. */
export const ownAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === "IPv4" && !internal)?.address;
/** Another name of this machine in the browser, at its own address. */
export const OTHER_HOST = "workshop.example.org";

/** Answers that tests ask for, which the console notes as errors: refusals, and a server that is away. */
const EXPECTED =
  /status of (?:4\d\d|503)|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ERR_INCOMPLETE_CHUNKED_ENCODING|Cross-Origin-Opener-Policy header has been ignored/;

/** Limit of a wait for the page, as of polled conditions: it says that the condition never holds. */
const PATIENCE_MS = 120_000;

export const DESKTOP = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };

const browsers = new Map<string, Promise<Browser>>();

/** Pages that live for seconds: young objects have room, and no thread collects garbage beside the page. */
const SHORT_LIVED = ["--js-flags=--single-threaded-gc,--max-semi-space-size=64"];

/** The browser of this process, which ends with it. */
export function sharedBrowser(chromium: string): Promise<Browser> {
  const host = ownAddress === undefined ? [] : [`--host-resolver-rules=MAP ${OTHER_HOST} ${ownAddress}`];
  const browser = browsers.get(chromium) ?? startChromium(chromium, [...host, ...SHORT_LIVED]);
  browsers.set(chromium, browser);
  return browser;
}

/** A server that all files of the lane share; resolves once its page is built and served. */
export async function lentServer(model: LentModel): Promise<LentServer> {
  const answer = await fetch(`${inject("lender")}/${model}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as LentServer;
}

export interface NewPage {
  /** Whether it shares nothing with other pages: neither cookies nor what was loaded. Absent: it shares both. */
  readonly isAlone?: boolean;
  readonly options?: BrowserContextOptions;
}

export class ServedPage {
  readonly url: string;
  /** The directory of the server's data, with the emails that it writes. */
  readonly data: string;
  readonly browser: Browser;
  #shared: Promise<BrowserContext> | null = null;
  #kept: Page | null = null;
  #alone: BrowserContext[] = [];
  readonly #pages: Page[] = [];
  readonly #faults: string[] = [];

  /** @param server one of the test's own, or one that is lent */
  constructor({ url, data }: LentServer, of: Browser) {
    this.url = url;
    this.data = data;
    this.browser = of;
  }

  /** Resolves once the page is built and served. */
  static async start(chromium: string, model: LentModel = "included"): Promise<ServedPage> {
    const [of, server] = await Promise.all([sharedBrowser(chromium), lentServer(model)]);
    return new ServedPage(server, of);
  }

  /** At a server of the test's own. */
  static async at(server: LentServer, chromium: string): Promise<ServedPage> {
    return new ServedPage(server, await sharedBrowser(chromium));
  }

  async stop(): Promise<void> {
    await this.closePages();
    await this.#endKept();
    await (await this.#shared)?.close();
    this.#shared = null;
  }

  /**
   * A page that tests use one after the other, each from its start: `show` leads it on. Its scripts are loaded and its worker has the
   * model, which takes most of the time of a visit. It is alone in its context. Chosen colours and languages stay, and so does a person:
   * tests with them open a page of their own. Before each test it is as large, connected and unrouted as a new one; after
   * a failure the next test has another.
   */
  async keptPage(): Promise<Page> {
    onTestFailed(async () => this.#endKept());
    if (this.#kept !== null) return this.#kept;
    const page = await this.newPage({ isAlone: true });
    this.#pages.splice(this.#pages.indexOf(page), 1);
    this.#alone.splice(this.#alone.indexOf(page.context()), 1);
    return (this.#kept = page);
  }

  async #endKept(): Promise<void> {
    const kept = this.#kept;
    this.#kept = null;
    await kept?.context().close();
  }

  async newPage({ isAlone = false, options = {} }: NewPage = {}): Promise<Page> {
    const made = (): Promise<BrowserContext> =>
      this.browser.newContext({
        viewport: DESKTOP,
        locale: "en-GB",
        colorScheme: "light",
        reducedMotion: "reduce",
        // They keep all that a page loads, again in each context.
        serviceWorkers: "block",
        ...options,
      });
    let context: BrowserContext;
    if (isAlone) {
      context = await made();
      this.#alone.push(context);
    } else context = await (this.#shared ??= made());
    const page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    this.#pages.push(page);
    page.on("pageerror", ({ message }) => this.#faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !EXPECTED.test(message.text())) this.#faults.push(message.text());
    });
    return page;
  }

  /** Closes all pages but the kept one, which leave nothing behind for later ones; raises the errors that happened in them. */
  async closePages(): Promise<void> {
    for (const page of this.#pages) await page.evaluate("localStorage.clear()").catch(() => {});
    if (this.#kept !== null) await refresh(this.#kept);
    await (await this.#shared)?.clearCookies();
    await Promise.all(this.#pages.splice(0).map((page) => page.close()));
    await Promise.all(this.#alone.splice(0).map((context) => context.close()));
    const faults = this.#faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }

  /** @param token of a person; absent: without a session */
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

  async changes(id: number): Promise<readonly Changed[]> {
    return (await this.send<{ readonly data: readonly Changed[] }>("GET", `/scenarios/${id}/history?limit=100`)).data;
  }

  async userValues(id: number): Promise<Readonly<Record<string, number>>> {
    return (await this.send<{ readonly user_values: Record<string, number> }>("GET", `/scenarios/${id}`)).user_values;
  }

  /** A token of a person, whose account is opened where there is none. */
  readonly token = (email: string): Promise<string> => issueToken({ data: this.data, store: null, keys: null }, email);

  /** The future of queries, as the server calculates them for a scenario. */
  async futureOf(id: number, queries: readonly string[]): Promise<Readonly<Record<string, number>>> {
    const { gqueries } = await this.send<{ readonly gqueries: Record<string, { readonly future: number }> }>(
      "PUT",
      `/scenarios/${id}`,
      { gqueries: queries },
    );
    return Object.fromEntries(Object.entries(gqueries).map(([query, { future }]) => [query, future]));
  }
}

/** Makes a page that stays open as a new one is. */
async function refresh(page: Page): Promise<void> {
  await page.unrouteAll();
  await page.context().setOffline(false);
  await page.context().clearCookies();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ media: null, colorScheme: "light", reducedMotion: "reduce" });
  if (page.url().startsWith("http")) await page.evaluate("localStorage.clear()");
}

/**
 * Leads a page to an address as its links do, without loading it again where it is open. The screen it leaves is gone then, so
 * that nothing of it is taken for the next; another view of its scenario comes by way of the start.
 */
export async function show(page: Page, address: string): Promise<void> {
  const to = new URL(address);
  const isOpen = page.url().startsWith(`${to.origin}/`) && (await page.locator("#page main").count()) > 0;
  if (!isOpen) await page.goto(address);
  else if (new URL(page.url()).pathname !== to.pathname) await moveWithin(page, address);
  else {
    await moveWithin(page, to.pathname === "/" ? `${to.origin}/yours` : to.origin);
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

/** The file that a pane's menu of files and links gives by a name. */
export async function fileOf(pane: Locator, name: string): Promise<Buffer> {
  const page = pane.page();
  await pane.hover();
  await pane.getByRole("button", { name: /^Download and link/ }).click();
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

/** Rules about colours: of the others a theme changes nothing. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Faults that axe finds on the screen, in light and in dark. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  // A page asks the system for its colours once, before it paints.
  for (const theme of ["dark", "light"] as const) {
    await page.evaluate(`document.documentElement.dataset.theme = "${theme}"`);
    const found = await axeFaults(page, theme === "dark" ? { runOnly: COLOUR_RULES } : {});
    faults.push(...found.map((fault) => `${theme}, ${fault}`));
  }
  return faults;
}

/** Faults that axe finds on the screen as it is: its rule, and the first element. */
export async function axeFaults(
  page: Page,
  { runOnly }: { readonly runOnly?: readonly string[] } = {},
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe.source);
  const options: RunOptions = {
    resultTypes: ["violations"],
    ...(runOnly === undefined ? {} : { runOnly: [...runOnly] }),
  };
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => ({ violations }))`,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}
