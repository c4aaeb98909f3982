/**
 * Explore on the server: runs with more variants than the browser calculates, saved runs, and variants as scenarios.
 */
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { ServerProcess } from "@etesian/workbench/server-process";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage } from "./served-page.ts";
import { localUrl } from "./shared-servers.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const MARIA = { email: "maria@example.org", password: "correct horse battery", name: "Maria Telkes" };

interface Sweep {
  readonly id: string;
  readonly status: string;
  readonly variants: number;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A request from the user who is signed in on a page. */
const sendInSession = <Answer>(
  page: Page,
  method: "GET" | "POST" | "PUT",
  path: string,
  body?: object,
): Promise<Answer> =>
  page.evaluate<Answer, { readonly method: string; readonly path: string; readonly body: string | null }>(
    async ({ method: verb, path: apiPath, body: text }) => {
      const { csrf_token } = (await (await fetch("/account/visitor")).json()) as { csrf_token: string };
      const headers = { "x-csrf-token": csrf_token, "content-type": "application/json" };
      return (await (await fetch(`/api/v3${apiPath}`, { method: verb, headers, body: text })).json()) as never;
    },
    { method, path, body: body === undefined ? null : JSON.stringify(body) },
  );
const waitUntilDone = (page: Page) => page.locator(".runBar [aria-valuenow='100']").waitFor();
const stateOf = (page: Page) => page.locator(".runBar .state").first();
const runIdOf = (page: Page): string | null => new URL(page.url()).searchParams.get("run")?.replaceAll('"', "") ?? null;
const savedRuns = (page: Page) => page.getByRole("dialog", { name: "Saved runs" });

describe.skipIf(chromium === null)(`Explore on the server${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let server: ServerProcess;
  let servedPage: ServedPage;
  let session: string;

  beforeAll(async () => {
    // A variant of this model takes a fraction of a millisecond.
    server = new ServerProcess({ model: join(PROJECT, "models/minimal"), hasPage: true });
    await server.waitUntilReady();
    await server.waitUntilPageReady();
    servedPage = await ServedPage.forServer({ url: localUrl(server), data: server.data }, chromium!);
    session = await signUp(servedPage.url, servedPage.data, MARIA);
  });
  afterAll(async () => {
    await servedPage.stop();
    await server.stop();
  });
  afterEach(async () => servedPage.closePages());

  /** The user's page, showing one of her scenarios. */
  async function openExplore(): Promise<{ readonly page: Page; readonly id: number; readonly requests: string[] }> {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    await page.goto(servedPage.url);
    const { id } = await sendInSession<{ readonly id: number }>(page, "POST", "/scenarios", {
      scenario: { area_code: "village", end_year: 2050 },
    });
    const requests: string[] = [];
    page.on("request", (request) => {
      const path = new URL(request.url()).pathname;
      if (path.startsWith("/api/v3/sweeps") && request.method() !== "GET") requests.push(`${request.method()} ${path}`);
    });
    return { page, id, requests };
  }

  test("a run of 4,096 variants is calculated on the server, shown like a run in the browser, found again after a reload, and deleted", async () => {
    const { page, id, requests } = await openExplore();
    const answers = page.locator(".answers tr[data-variant]");
    const figures = () =>
      answers.locator("data").evaluateAll((all) => all.map((element) => element.getAttribute("value")));
    await page.goto(`${servedPage.url}/s/${id}?view=explore&explore=answers&n=256`);
    await waitUntilDone(page);
    await page.getByRole("combobox", { name: "Variants" }).selectOption("4096");
    await page.locator(".runBar .state", { hasText: "4,096 variants, calculated on the server" }).waitFor();
    await answers.first().waitFor();
    const shownFigures = await figures();
    expect(requests).toEqual(["POST /api/v3/sweeps"]);
    await expect.poll(() => runIdOf(page)).not.toBeNull();
    const run = runIdOf(page)!;
    // The page shows all variants before the tables are written.
    await expect
      .poll(async () => sendInSession<Sweep>(page, "GET", `/sweeps/${run}`))
      .toMatchObject({ status: "completed", variants: 4_096, metadata: { title: "Good answers: Home heating" } });
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.reload();
    await page.locator(".runBar .state", { hasText: "4,096 variants, calculated on the server" }).waitFor();
    await expect.poll(figures).toEqual(shownFigures);
    expect(requests).toEqual(["POST /api/v3/sweeps"]);

    await page.getByRole("combobox", { name: "Variants" }).selectOption("256");
    await page.locator(".runBar .state", { hasText: "256 variants, calculated in your browser" }).waitFor();
    await expect.poll(() => runIdOf(page)).toBeNull();

    await page.getByRole("button", { name: "Saved runs" }).click();
    const row = savedRuns(page).locator(`tr[data-sweep="${run}"]`);
    await row.getByText("4,096").waitFor();
    await row.getByText("completed").waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await row.getByRole("link", { name: "Good answers: Home heating" }).click();
    await page.locator(".runBar .state", { hasText: "4,096 variants, calculated on the server" }).waitFor();
    await expect.poll(async () => [runIdOf(page), await figures()]).toEqual([run, shownFigures]);

    await page.getByRole("button", { name: "Saved runs" }).click();
    await row.getByRole("button", { name: "Delete: Good answers: Home heating" }).click();
    await row.waitFor({ state: "detached" });
    await expect.poll(async () => (await sendInSession<Sweep>(page, "GET", `/sweeps/${run}`)).status).toBe("cancelled");
    await page.reload();
    await page.locator(".runBar .fault", { hasText: "This run was cancelled, and its results are deleted." }).waitFor();
    await page.getByRole("button", { name: "Run again" }).click();
    await page.locator(".runBar .state", { hasText: "4,096 variants, calculated on the server" }).waitFor();
    await expect.poll(figures).toEqual(shownFigures);
    await expect.poll(() => runIdOf(page)).not.toBe(run);
  });

  test("a run in the browser is saved: the server calculates the same variants, and lists the run only for its owner", async () => {
    const { page, id } = await openExplore();
    await page.goto(`${servedPage.url}/s/${id}?view=explore&explore=answers&n=256`);
    await waitUntilDone(page);
    const answers = page.locator(".answers tr[data-variant]");
    const figures = () =>
      answers.locator("data").evaluateAll((all) => all.map((element) => element.getAttribute("value")));
    const shownFigures = await figures();
    await page.getByRole("button", { name: "Save run" }).click();
    await page.getByText("Saved; the server calculates it again.").waitFor();
    await page.getByRole("button", { name: "Saved runs" }).click();
    const row = savedRuns(page).locator("tr[data-sweep]", { hasText: "256" }).first();
    await row.getByText("completed").waitFor();
    await row.getByRole("link").click();
    await page.locator(".runBar .state", { hasText: "256 variants, calculated on the server" }).waitFor();
    expect(await figures()).toEqual(shownFigures);

    const guest = await servedPage.newPage({ isIsolated: true });
    await guest.goto(page.url());
    await guest.locator(".explore").waitFor();
    await expect.poll(() => guest.getByRole("button", { name: "Saved runs" }).count()).toBe(0);
  });

  test("a variant opens as a new scenario, with its figures, and the explored scenario remains unchanged", async () => {
    const { page, id } = await openExplore();
    await page.goto(`${servedPage.url}/s/${id}?view=explore&explore=answers&n=256`);
    await waitUntilDone(page);
    const figure = Number(await page.locator(".answers tr[data-variant] data").first().getAttribute("value"));
    await page.getByRole("button", { name: "Open as new scenario: Answer 1" }).click();
    await page.waitForURL((url) => url.pathname.startsWith("/s/") && url.pathname !== `/s/${id}`);
    const createdId = Number(new URL(page.url()).pathname.split("/")[2]);
    const { gqueries } = await sendInSession<{ readonly gqueries: Record<string, { readonly future: number }> }>(
      page,
      "PUT",
      `/scenarios/${createdId}`,
      { gqueries: ["co2_emissions"] },
    );
    expect(gqueries["co2_emissions"]!.future).toBe(figure);
    expect(
      (await sendInSession<{ readonly user_values: object }>(page, "GET", `/scenarios/${id}`)).user_values,
    ).toEqual({});
  });
});

describe.skipIf(chromium === null)(`a long run on the server${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  test("a long run reports its progress and the time left, continues while its view is closed, and is cancelled on request", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    const session = await signUp(servedPage.url, servedPage.data, { ...MARIA, email: "long-runs@example.org" });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    await page.goto(servedPage.url);
    const { id } = await sendInSession<{ readonly id: number }>(page, "POST", "/scenarios", {
      scenario: { area_code: "nl", end_year: 2050 },
    });
    await page.goto(`${servedPage.url}/s/${id}?view=explore&explore=sure&of=total_costs&n=16384`);
    await stateOf(page)
      .filter({ hasText: /^[1-9][\d,]* of 16,384 variants · about [\d,]+ s left$/ })
      .waitFor();
    const costRange = page.locator(".headline [data-query=total_costs] .range [aria-hidden]");
    await costRange.getByText(/\d–\d/).waitFor();
    await page.getByText("The browser calculates hourly ranges, for up to 1,024 variants.").waitFor();
    const run = runIdOf(page)!;
    const statusOf = async (): Promise<string> => (await sendInSession<Sweep>(page, "GET", `/sweeps/${run}`)).status;

    await page.getByRole("link", { name: "Workbench" }).click();
    await page.locator("#charts.board, .board").first().waitFor();
    expect(await statusOf()).toBe("running");
    await page.getByRole("link", { name: "Explore" }).click();
    await page.getByRole("button", { name: "Saved runs" }).click();
    const row = savedRuns(page).locator(`tr[data-sweep="${run}"]`);
    await row.getByText(/^\d[\d,]* done$/).waitFor();
    await row.getByRole("link", { name: "Uncertainty" }).click();
    await stateOf(page)
      .filter({ hasText: /^[1-9][\d,]* of 16,384 variants/ })
      .waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText(/^Stopped after [\d,]+ of 16,384 variants$/).waitFor();
    await expect.poll(statusOf).toBe("cancelled");
    await expect.poll(() => costRange.textContent()).toMatch(/\d–\d/);
  });
});
