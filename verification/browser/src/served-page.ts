/** A server with the page and a browser, for tests of the page. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { PROJECT } from "@etesian/service-kit";
import { ServerProcess } from "@etesian/standalone/server-process";
import { startChromium } from "./chromium.ts";

export interface Changed {
  readonly version: number;
  readonly type: string;
}

export class ServedPage {
  readonly #data: string;
  readonly #server: ServerProcess;
  readonly #browser: Browser;
  readonly #contexts: BrowserContext[] = [];
  readonly #faults: string[] = [];

  private constructor(data: string, server: ServerProcess, browser: Browser) {
    this.#data = data;
    this.#server = server;
    this.#browser = browser;
  }

  /** Resolves once the page is built and served. */
  static async start(chromium: string): Promise<ServedPage> {
    const data = mkdtempSync(join(tmpdir(), "etesian-page-"));
    const server = new ServerProcess({ model: join(PROJECT, "models/starter"), data, hasPage: true });
    const [browser] = await Promise.all([startChromium(chromium), server.ready()]);
    await server.pageReady();
    return new ServedPage(data, server, browser);
  }

  get url(): string {
    return this.#server.url;
  }

  /** The directory of the server's data, with the emails that it writes. */
  get data(): string {
    return this.#data;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    rmSync(this.#data, { recursive: true });
  }

  /** A page of a browser of its own. */
  async newPage(): Promise<Page> {
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: "en-GB",
      colorScheme: "light",
      reducedMotion: "reduce",
    });
    this.#contexts.push(context);
    const page = await context.newPage();
    page.on("pageerror", ({ message }) => this.#faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) this.#faults.push(message.text());
    });
    return page;
  }

  /** Closes all pages; raises what went wrong in them. */
  async closePages(): Promise<void> {
    await Promise.all(this.#contexts.splice(0).map((context) => context.close()));
    const faults = this.#faults.splice(0);
    if (faults.length > 0) throw new Error(faults.join("\n"));
  }

  async send<Answer>(method: "GET" | "POST" | "PUT", path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.url}/api/v3${path}`, {
      method,
      headers: { "content-type": "application/json" },
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
}

/** Resolves when the numbers that are shown are those of the sliders. */
export async function atRest(page: Page): Promise<void> {
  await page.locator("main:not(.isCalculating) .headline b", { hasText: /\d/ }).first().waitFor();
}

/** Faults that axe finds, in light and in dark. */
export async function accessibilityFaults(page: Page): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    faults.push(...(await axeFaults(page)).map((fault) => `${colorScheme}, ${fault}`));
  }
  return faults;
}

/** Faults that axe finds on the screen as it is: its rule, and the first element. */
export async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html}`);
}
