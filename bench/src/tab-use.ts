/**
 * Memory of a whole tab, the page with its worker, over minutes of random use: a simulated user drags sliders, selects
 * slides, charts and screens, inspects hours, scrubs through versions and compares scenarios, while a script changes
 * the same scenario.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { findChromium, NO_CHROMIUM, startChromium } from "@etesian/browser";
import { Random } from "@etesian/workbench/random";
import { type Benchmark, mean, type Print, printFigure } from "@etesian/workbench/report";
import { measuredModel, starter } from "@etesian/workbench/server";
import type { Browser, Locator, Page } from "@etesian/browser";
import { createScenario, serverWithPage } from "./page-server.ts";
import { MB, rendererMemory, workerHeap } from "./renderer-memory.ts";
import { isMovable, type Movable, positionOf } from "./slider-moves.ts";

/** `ETESIAN_BENCH_SECONDS` shortens the run. */
const SECONDS = Number(process.env["ETESIAN_BENCH_SECONDS"] ?? 600);
const REPORTS = 10;
/** Limit on a tab's memory (MB) under memory pressure; without it, a browser delays garbage collection. */
const LIMIT_MB = 450;
/**
 * Limit on the growth from the second third to the last: the normal variation of the heaps; more than this is a leak.
 */
const LIMIT_GROWTH_MB = 30;
/** Time (ms) that a process takes to return collected memory to the system. */
const RELEASE_MS = 1_000;
/** Share of actions that may fail, because their target may disappear meanwhile. */
const MAX_FAILED = 0.05;
const VIEWPORT = { width: 1440, height: 900 };
/** Timeout of an action (ms). */
const TIMEOUT_MS = 3_000;
const CHARTS = "electricity_mix,hourly_electricity,emissions_by_sector,merit_order";

export const tabUseBenchmark: Benchmark = {
  isProof: true,
  about: `memory of the whole tab over ${SECONDS} s of random use, ${starter.area} and ${measuredModel.area} concurrently`,
  run: async (print) => {
    const chromium = findChromium();
    if (chromium === null) {
      print(`  skipped: it ${NO_CHROMIUM}`);
      return true;
    }
    const models = measuredModel.isReference ? [starter, measuredModel] : [starter];
    const within = await Promise.all(
      models.map(async ({ model, area }, index) => {
        const browser = await startChromium(chromium);
        const server = serverWithPage({ model, area });
        try {
          await server.waitUntilReady();
          await server.waitUntilPageReady();
          const user = await TabUser.start({ browser, url: server.url, area, random: new Random(index + 1) });
          return await measureUse(user, (line) => print(`  ${area.padEnd(8)}${line}`));
        } finally {
          await browser.close();
          await server.stop();
        }
      }),
    );
    return within.every(Boolean);
  },
};

async function measureUse(user: TabUser, print: Print): Promise<boolean> {
  const { browser, page } = user;
  const heap = await workerHeap(page);
  const session = await page.context().newCDPSession(page);
  await user.open();
  const uncollectedMegabytes: number[] = [];
  const neededMegabytes: number[] = [];
  const startedAt = performance.now();
  for (let report = 1; report <= REPORTS; report++) {
    const until = startedAt + (SECONDS * 1000 * report) / REPORTS;
    while (performance.now() < until) await user.act();
    const before = await rendererMemory(browser);
    await session.send("Memory.simulatePressureNotification", { level: "critical" });
    await session.send("HeapProfiler.collectGarbage");
    const worker = await heap();
    await sleep(RELEASE_MS);
    const after = await rendererMemory(browser);
    uncollectedMegabytes.push(before.exclusive);
    neededMegabytes.push(after.exclusive);
    await session.send("Performance.enable");
    const { metrics } = await session.send("Performance.getMetrics");
    const metric = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
    print(
      `${((performance.now() - startedAt) / 60_000).toFixed(1)} min, ${user.done} actions: ${before.exclusive.toFixed(0)} MB exclusive ` +
        `(${before.total.toFixed(0)} resident); under memory pressure ${after.exclusive.toFixed(0)} MB: page ${(metric("JSHeapUsedSize") / MB).toFixed(0)} MB, ` +
        `${metric("Nodes")} nodes, ${metric("JSEventListeners")} listeners, ` +
        `worker ${worker.used.toFixed(0)} MB and arrays ${worker.arrays.toFixed(0)} MB`,
    );
  }
  const third = Math.floor(REPORTS / 3);
  const growth = mean(neededMegabytes.slice(-third)) - mean(neededMegabytes.slice(-2 * third, -third));
  printFigure(print, "memory of the tab, maximum", Math.max(...uncollectedMegabytes), "MB");
  const verdicts = [
    printFigure(print, "the same under memory pressure", Math.max(...neededMegabytes), "MB", { atMost: LIMIT_MB }),
    printFigure(print, "its growth from the second third to the last", growth, "MB", { atMost: LIMIT_GROWTH_MB }),
    printFigure(print, "share of actions that failed", user.failed / (user.done + user.failed), "", {
      atMost: MAX_FAILED,
    }),
    printFigure(print, "errors of the page", user.pageErrors.length, "", { atMost: 0 }),
  ];
  for (const fault of new Set(user.pageErrors)) print(`  ${fault}`);
  for (const [action, reason] of user.reasons) print(`  ${action}: ${reason}`);
  return verdicts.every(Boolean);
}

/** A simulated user of the page, performing one action at a time. */
class TabUser {
  readonly browser: Browser;
  readonly page: Page;
  readonly pageErrors: string[] = [];
  /** The last error of each action that failed. */
  readonly reasons = new Map<string, string>();
  done = 0;
  failed = 0;
  readonly #url: string;
  readonly #random: Random;
  /** The displayed scenario, and another to compare it with. */
  readonly #ids: readonly [number, number];
  readonly #sliders: readonly Movable[];

  private constructor(
    { browser, url, random }: UseOptions,
    page: Page,
    ids: readonly [number, number],
    sliders: readonly Movable[],
  ) {
    this.browser = browser;
    this.page = page;
    this.#url = url;
    this.#random = random;
    this.#ids = ids;
    this.#sliders = sliders;
    page.setDefaultTimeout(TIMEOUT_MS);
    page.on("pageerror", ({ message }) => this.pageErrors.push(message));
  }

  static async start(options: UseOptions): Promise<TabUser> {
    const create = (): Promise<number> => createScenario(options.url, options.area);
    const ids = [await create(), await create()] as const;
    const response = await fetch(`${options.url}/api/v3/scenarios/${ids[0]}/inputs`);
    const inputs = (await response.json()) as Record<string, InputJson>;
    const sliders = Object.entries(inputs).map(([key, { unit, min, max, permitted_values, disabled }]) => ({
      key,
      unit,
      min,
      max,
      permittedValues: permitted_values ?? null,
      disabled,
    }));
    const context = await options.browser.newContext({ viewport: VIEWPORT, locale: "en-GB" });
    return new TabUser(options, await context.newPage(), ids, sliders.filter(isMovable));
  }

  async open(): Promise<void> {
    await this.page.goto(`${this.#url}/s/${this.#ids[0]}?charts=${CHARTS}`);
    await this.#waitUntilCalculated(30_000);
  }

  /** Performs a random action that the current screen offers. */
  async act(): Promise<void> {
    const name = this.#random.pick(CHOICES);
    try {
      await this.#actions[name]();
      this.done++;
    } catch (error) {
      if (error instanceof NotOnScreenError) return;
      this.failed++;
      this.reasons.set(name, String(error).split("\n").slice(0, 3).join(" "));
      await this.page.mouse.up();
      await this.page.keyboard.press("Escape");
      if ((await this.page.locator("nav.views").count()) === 0) await this.open();
    }
  }

  readonly #actions: { readonly [name in ActionName]: () => Promise<void> } = {
    drag: async () => {
      const bed = await this.#findVisible(".row:not(.off) .bed");
      const track = (await bed.locator(".track").boundingBox())!;
      const thumb = (await bed.locator(".thumb").boundingBox())!;
      const y = thumb.y + thumb.height / 2;
      await this.page.mouse.move(thumb.x + thumb.width / 2, y);
      await this.page.mouse.down();
      for (let step = 0; step < 6; step++) {
        await this.page.mouse.move(track.x + track.width * this.#random.number(), y, { steps: 3 });
      }
      if (this.#random.chance(0.2)) await this.page.keyboard.press("Escape");
      await this.page.mouse.up();
    },
    share: async () => {
      const edge = await this.#findVisible(".group .edge");
      await edge.press(this.#random.pick(["ArrowRight", "ArrowLeft", "PageUp", "Home"]));
    },
    slide: async () => (await this.#findVisible("nav.rail a")).click(),
    chart: async () => {
      const select = await this.#findVisible(".board select.other");
      await select.selectOption({ index: this.#random.index(await select.locator("option").count()) });
    },
    look: async () =>
      (await this.#findVisible("main > :not(header) .segments [role=radio]:not([aria-checked=true])")).click(),
    table: async () => {
      await (await this.#findVisible(".board .pane")).hover();
      await this.page.keyboard.press("t");
    },
    view: async () => (await this.#findVisible("nav.views a:visible:not([aria-current])")).click(),
    hours: async () => {
      if (!this.page.url().includes("view=hours")) await this.page.locator("nav.views a", { hasText: "Hours" }).click();
      await this.#waitUntilCalculated();
      const canvas = await this.#findVisible(".hoursScreen .pane canvas");
      const box = (await canvas.boundingBox())!;
      const point = { x: box.width * (0.05 + 0.9 * this.#random.number()), y: box.height / 2 };
      await canvas.click({ position: point, force: true });
      await this.page.keyboard.press(this.#random.pick(["ArrowRight", "PageDown", "+", "-"]));
      await (await this.#findVisible(".hoursBar button")).click();
    },
    scrub: async () => {
      const strip = this.page.locator(".timeline .ticks");
      const box = (await strip.boundingBox())!;
      await this.page.mouse.move(box.x + box.width - 2, box.y + 8);
      await this.page.mouse.down();
      for (let step = 0; step < 4; step++) {
        await this.page.mouse.move(box.x + box.width * this.#random.number(), box.y + 8, { steps: 4 });
      }
      await this.page.mouse.up();
      await this.#waitUntilCalculated();
      await strip.press("Escape");
    },
    undo: async () => {
      await this.page.keyboard.press(this.#random.pick(["Control+z", "Control+Shift+z"]));
    },
    why: async () => {
      const number = await this.#findVisible(".headline li");
      await number.hover();
      await number.getByRole("button").click();
      await this.page.getByRole("dialog").waitFor();
      await this.page.keyboard.press("Escape");
    },
    compare: async () => {
      await this.page.locator("nav.views a", { hasText: "Compare" }).click();
      const remove = this.page.locator(".sides").getByRole("button", { name: /^Remove / });
      if ((await remove.count()) > 0 && this.#random.chance(0.5)) return remove.first().click();
      if ((await remove.count()) > 0) return this.#waitUntilCalculated();
      await this.page.getByRole("button", { name: "Compare with" }).click();
      await this.page.getByRole("textbox", { name: "Scenario ID or link" }).fill(String(this.#ids[1]));
      await this.page.keyboard.press("Enter");
      await this.page.locator(".side").nth(1).waitFor();
    },
    theme: async () =>
      this.page.getByRole("radio", { name: this.#random.pick(["Light", "Dark"]), exact: true }).click(),
    /** Leaves the scenario, which terminates its worker, and returns to it. */
    leave: async () => {
      await this.page.locator("a.brand").click();
      await this.page.getByRole("heading", { level: 1 }).waitFor();
      await this.page.goBack();
      await this.page.locator("nav.views").waitFor();
    },
    rest: () => this.#waitUntilCalculated(),
    script: async () => {
      const slider = this.#random.pick(this.#sliders);
      const user_values = { [slider.key]: positionOf(slider, this.#random.number()) };
      // A position that exceeds its share group's remaining share is refused.
      await fetch(`${this.#url}/api/v3/scenarios/${this.#random.pick(this.#ids)}`, {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ scenario: { user_values } }),
      });
    },
  };

  /** A random visible element. */
  async #findVisible(selector: string): Promise<Locator> {
    const elements = this.page.locator(selector);
    const count = await elements.count();
    if (count === 0) throw new NotOnScreenError();
    return elements.nth(this.#random.index(count));
  }

  async #waitUntilCalculated(timeout = TIMEOUT_MS): Promise<void> {
    await this.page
      .locator("main:not(.isCalculating) .headline, main:not(.isCalculating) .sides")
      .first()
      .waitFor({ timeout });
  }
}

class NotOnScreenError extends Error {
  override readonly name = "NotOnThisScreen";
}

interface UseOptions {
  readonly browser: Browser;
  readonly url: string;
  readonly area: string;
  readonly random: Random;
}

interface InputJson {
  readonly unit: string;
  readonly min: number | null;
  readonly max: number | null;
  readonly permitted_values?: readonly string[];
  readonly disabled: boolean;
}

/** The actions, with their relative frequencies. */
const WEIGHTS = {
  drag: 12,
  share: 1,
  slide: 5,
  chart: 3,
  look: 3,
  table: 1,
  view: 3,
  hours: 3,
  scrub: 4,
  undo: 2,
  why: 1,
  compare: 2,
  theme: 1,
  leave: 1,
  rest: 3,
  script: 3,
} as const;
type ActionName = keyof typeof WEIGHTS;
const CHOICES: readonly ActionName[] = (Object.keys(WEIGHTS) as ActionName[]).flatMap((name) =>
  Array.from({ length: WEIGHTS[name] }, () => name),
);
