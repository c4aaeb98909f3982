/** Tests a user's own data in the page: sign-in, saved scenarios, tokens, curves, orders, and the page offline. */
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { localUrl, startPageServer } from "./shared-servers.ts";
import { fontsInUse } from "./fonts.ts";
import { mailedLink, SESSION_COOKIE, signUp } from "./users.ts";
import { waitUntilDrawn } from "./at-rest.ts";
import { accessibilityViolations, OTHER_HOST, customChartAddress, PHONE, ServedPage, show } from "./served-page.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const ADA = { email: "ada@example.org", password: "correct horse battery", name: "Ada Lovelace" };
/** Maximum number of responses that the service worker caches. */
const MAX_CACHED_RESPONSES = 60;
/** Directory for pictures of the screens; without it none are taken. */
const PICTURES = process.env["ETESIAN_PICTURES"];

describe.skipIf(chromium === null)(`a user's data${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let url: string;
  let context: BrowserContext;
  let page: Page;
  /** Token of Ada, who has signed in. */
  let session: string;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    ({ url } = servedPage);
    session = await signUp(url, servedPage.data, ADA);
  });
  afterAll(async () => servedPage.stop());
  beforeEach(async () => {
    page = await servedPage.newPage();
    context = page.context();
    await context.clearCookies();
  });
  afterEach(async () => servedPage.closePages());

  // ---- The server

  const request = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    (await fetch(`${url}/api/v3${path}`, init)).json();
  const newScenario = async (): Promise<number> => {
    const body = JSON.stringify({ scenario: { area_code: "nl", end_year: 2050 } });
    const headers = { "content-type": "application/json" };
    return ((await request("/scenarios", { method: "POST", headers, body })) as { readonly id: number }).id;
  };
  /** Sends requests in the page's session. */
  const sendInSession = <Answer>(path: string, method = "GET", body: object | null = null): Promise<Answer> =>
    page.evaluate(
      async ([apiPath, verb, text]) => {
        const { csrf_token } = (await (await fetch("/account/visitor")).json()) as { csrf_token: string };
        const headers = { "x-csrf-token": csrf_token, "content-type": "application/json" };
        const response = await fetch(`/api/v3${apiPath}`, { method: verb, headers, body: text });
        return response.json();
      },
      [path, method, body === null ? null : JSON.stringify(body)] as const,
    ) as Promise<Answer>;

  // ---- The page

  const field = () => page.locator(`[data-input="${WIND}"] input.field`);
  async function openScenario(id: number): Promise<void> {
    await show(page, `${url}/s/${id}?slide=electricity_wind`);
    await waitUntilDrawn(page);
  }
  async function type(value: string): Promise<void> {
    await field().fill(value);
    await field().press("Enter");
  }
  async function enter({ email, password }: Pick<typeof ADA, "email" | "password">): Promise<void> {
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email").fill(email);
    await dialog.getByLabel("Password").fill(password);
    await dialog.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: /^Account: / }).waitFor();
  }
  async function signIn(path = "/"): Promise<void> {
    await context.addCookies([{ name: SESSION_COOKIE, value: session, url }]);
    await page.goto(`${url}${path}`);
    await page.getByRole("button", { name: /^Account: / }).waitFor();
  }
  async function picture(name: string): Promise<void> {
    if (PICTURES === undefined) return;
    await page.mouse.move(0, 0);
    await page.waitForTimeout(200);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
  const expectNoFaults = async (screen: string): Promise<void> =>
    expect([screen, await accessibilityViolations(page)]).toEqual([screen, []]);

  // ---- Sign-in

  test("an account is opened from the dialog through a link, and the page in the other tab notices it", async () => {
    const email = "new@example.org";
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByRole("button", { name: "Send me a link instead" }).click();
    await page.getByText(/the email is the newest file in/).waitFor();
    const otherTab = await context.newPage();
    await otherTab.goto(await mailedLink(servedPage.data, email, "/sign-in/link/"));
    await otherTab.getByLabel("Your name, as others see it").fill("New Person");
    await otherTab.getByRole("button", { name: "Create account" }).click();
    await otherTab.getByText("new@example.org").waitFor();
    await page.getByRole("button", { name: "Account: New Person" }).waitFor();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
  });

  test("a wrong password is refused with the server's message; scripts cannot read the session, and nothing secret is stored", async () => {
    await page.goto(url);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expectNoFaults("sign-in");
    await page.getByLabel("Email").fill(ADA.email);
    await page.getByLabel("Password").fill("wrong password");
    await page.getByRole("dialog").getByRole("button", { name: "Sign in" }).click();
    await page.getByText("The password is wrong for this email address.").waitFor();
    await enter(ADA);
    const [cookie] = (await context.cookies()).filter(({ name }) => name === SESSION_COOKIE);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    expect(await page.evaluate<string>("document.cookie")).not.toContain(SESSION_COOKIE);
    const storage = await page.evaluate<string>("JSON.stringify([{ ...localStorage }, { ...sessionStorage }])");
    for (const secret of [cookie!.value, ADA.password]) expect(storage).not.toContain(secret);

    await page.getByRole("button", { name: "Account: Ada Lovelace" }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in" }).waitFor();
    expect((await context.cookies()).filter(({ name }) => name === SESSION_COOKIE)).toEqual([]);
  });

  test("a token is created with a scope, shown once, and revoked", async () => {
    await signIn("/yours");
    await page.getByRole("button", { name: "New token" }).click();
    await page.getByLabel("Purpose of the token").fill("Excel at work");
    await page.getByText("create and change scenarios, and change your name").click();
    await expectNoFaults("new token");
    await page.getByRole("dialog").getByRole("button", { name: "New token" }).click();
    const token = await page.getByLabel("Token", { exact: true }).inputValue();
    const response = await fetch(`${url}/api/v3/scenarios`, { headers: { authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
    await page.getByRole("row", { name: /Excel at work read, write/ }).waitFor();
    await expectNoFaults("tokens");
    await picture("yours");
    await page.reload();
    await page.getByRole("row", { name: /Excel at work/ }).waitFor();
    expect(await page.content()).not.toContain(token);
    await page.getByRole("button", { name: "Revoke: Excel at work" }).click();
    await page.getByText("You have no tokens.").waitFor();
    await expect
      .poll(
        async () => (await fetch(`${url}/api/v3/scenarios`, { headers: { authorization: `Bearer ${token}` } })).status,
      )
      .toBe(401);
  });

  test("changes are queued while a sign-in has expired, and are sent after the next sign-in", async () => {
    await signIn();
    const { id } = await sendInSession<{ readonly id: number }>("/scenarios", "POST", {
      scenario: { area_code: "nl", end_year: 2050, private: true },
    });
    await openScenario(id);
    await type("12");
    await expect.poll(() => sendInSession(`/scenarios/${id}`)).toMatchObject({ user_values: { [WIND]: 12_000 } });
    await context.clearCookies({ name: SESSION_COOKIE });
    await type("14");
    await page.getByText("You are no longer signed in. 1 change will be sent after you sign in.").waitFor();
    await type("15");
    await page.getByText("2 changes will be sent after you sign in.").waitFor();
    await expect.poll(() => field().inputValue()).toBe("15.0");
    await expectNoFaults("expired sign-in");
    await picture("sign-in-expired");
    await page.locator(".notice").getByRole("button", { name: "Sign in" }).click();
    await page.getByText("Your 2 changes stay on screen and are saved after you sign in.").waitFor();
    await picture("sign-in");
    await enter(ADA);
    await expect.poll(() => sendInSession(`/scenarios/${id}`)).toMatchObject({ user_values: { [WIND]: 15_000 } });
    const { data: changes } = await sendInSession<{ readonly data: readonly { readonly type: string }[] }>(
      `/scenarios/${id}/history`,
    );
    expect(changes.filter(({ type: kind }) => kind === "inputs_set").length).toBe(3);
    await expect.poll(() => page.getByText("You are no longer signed in").count()).toBe(0);
  });

  // ---- Saved scenarios

  test("a public scenario is saved as a private copy, in versions, and moves to the trash and back", async () => {
    const id = await newScenario();
    await openScenario(id);
    await type("12");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Sign in to save this").waitFor();
    await enter(ADA);
    await page.getByLabel("Title").fill("Coast and heat");
    await page.getByLabel("Description").fill("More wind at sea");
    await expectNoFaults("save");
    await picture("save");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved" }).waitFor();
    const ownId = Number(/\/s\/(\d+)/.exec(page.url())![1]);
    expect(ownId).not.toBe(id);
    await page.getByRole("heading", { name: "Coast and heat" }).waitFor();
    expect(await sendInSession(`/scenarios/${ownId}`)).toMatchObject({ user_values: { [WIND]: 12_000 } });

    // The copy continues from the original's state: the move before saving can be undone and redone in it.
    await page.getByRole("button", { name: "Undo", disabled: false }).click();
    const ownValues = async () =>
      (await sendInSession<{ readonly user_values: object }>(`/scenarios/${ownId}`)).user_values;
    await expect.poll(ownValues).toEqual({});
    await page.getByRole("button", { name: "Redo", disabled: false }).click();
    await expect.poll(() => sendInSession(`/scenarios/${ownId}`)).toMatchObject({ user_values: { [WIND]: 12_000 } });

    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("menuitem", { name: "Save a new version" }).click();
    await expect.poll(() => page.url()).not.toContain(`/s/${ownId}?`);
    await waitUntilDrawn(page);
    await type("20");
    const nextId = Number(/\/s\/(\d+)/.exec(page.url())![1]);
    await expect.poll(() => sendInSession(`/scenarios/${nextId}`)).toMatchObject({ user_values: { [WIND]: 20_000 } });
    expect(await sendInSession(`/scenarios/${ownId}`)).toMatchObject({ user_values: { [WIND]: 12_000 } });

    await page.getByRole("button", { name: "Saved" }).click();
    await page.getByRole("menuitem", { name: "Versions" }).click();
    await page.getByText("current version").waitFor();
    await expectNoFaults("versions");
    await picture("versions");
    await page.getByRole("button", { name: `Restore version ${ownId}` }).click();
    await page.waitForURL(new RegExp(`/s/${ownId}\\?`));

    await show(page, `${url}/yours`);
    const row = page.getByRole("row", { name: /Coast and heat/ });
    await row.waitFor();
    await row.getByRole("button", { name: "More about Coast and heat" }).click();
    await page.getByRole("menuitem", { name: "Rename" }).click();
    await page.getByLabel("Title").fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page
      .getByRole("alert")
      .getByText(/^title: /)
      .waitFor();
    await page.getByLabel("Title").fill("Coast, heat and sun");
    await page.getByRole("dialog").getByRole("button", { name: "Rename" }).click();
    await page.getByRole("row", { name: /Coast, heat and sun/ }).waitFor();
    await expectNoFaults("saved scenarios");

    await page.getByRole("button", { name: "More about Coast, heat and sun" }).click();
    await page.getByRole("menuitem", { name: "Make private" }).click();
    await page
      .getByRole("row", { name: /Coast, heat and sun/ })
      .getByText("private", { exact: true })
      .waitFor();
    expect((await fetch(`${url}/api/v3/scenarios/${ownId}`)).status).toBe(404);

    await page.getByRole("button", { name: "More about Coast, heat and sun" }).click();
    await page.getByRole("menuitem", { name: "Move to trash" }).click();
    await page.getByText("Nothing saved yet").waitFor();
    await page.getByRole("radio", { name: "Trash" }).click();
    await page.getByRole("button", { name: "Restore: Coast, heat and sun" }).click();
    await page.getByText("The trash is empty.").waitFor();
    await page.getByRole("radio", { name: "Saved" }).click();
    await page.getByRole("row", { name: /Coast, heat and sun/ }).waitFor();
  });

  test("users are added with a role, changed and removed; removing the last owner shows the server's refusal", async () => {
    await signIn();
    const { id } = await sendInSession<{ readonly id: number }>("/scenarios", "POST", {
      scenario: { area_code: "nl" },
    });
    await sendInSession("/saved_scenarios", "POST", { saved_scenario: { scenario_id: id, title: "Shared heat" } });
    await page.goto(`${url}/yours`);
    await page.getByRole("button", { name: "More about Shared heat" }).click();
    await page.getByRole("menuitem", { name: "Share" }).click();
    await page.getByLabel("Add people by email").fill("invited@example.org");
    await page.getByRole("dialog").getByLabel("Role of invited@example.org").selectOption("can edit");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const invitedItem = page.getByRole("listitem").filter({ hasText: "invited@example.org" });
    await invitedItem.getByText("invited", { exact: true }).waitFor();
    await expect.poll(() => invitedItem.getByRole("combobox").inputValue()).toBe("scenario_collaborator");
    await expectNoFaults("share");
    await picture("share");
    await invitedItem.getByRole("combobox").selectOption("can view");
    await expect.poll(() => invitedItem.getByRole("combobox").inputValue()).toBe("scenario_viewer");
    await page.getByRole("button", { name: "Remove Ada Lovelace" }).click();
    await page.getByRole("alert").getByText("is the last owner: a scenario needs one").waitFor();
    await page.getByRole("button", { name: "Remove invited@example.org" }).click();
    await expect.poll(() => page.getByRole("dialog").getByRole("listitem").count()).toBe(1);
    await page.getByText("Anyone with the link can view").click();
    await expect.poll(async () => (await fetch(`${url}/api/v3/scenarios/${id}`)).status).toBe(404);
  });

  test("an address that an invitation added is listed in the account, and can be removed", async () => {
    const colleague = { email: "colleague@example.org", password: "correct horse battery", name: "Colleague" };
    const invitedAddress = "colleague@work.example.org";
    await signIn();
    const { id } = await sendInSession<{ readonly id: number }>("/scenarios", "POST", {
      scenario: { area_code: "nl" },
    });
    const body = { saved_scenario: { scenario_id: id, title: "Shared with work" } };
    const { id: savedId } = await sendInSession<{ readonly id: number }>("/saved_scenarios", "POST", body);
    await sendInSession(`/saved_scenarios/${savedId}/users`, "POST", {
      saved_scenario_users: [{ user_email: invitedAddress, role: "scenario_viewer" }],
    });
    const link = await mailedLink(servedPage.data, invitedAddress, "/invitation/");
    await context.addCookies([{ name: SESSION_COOKIE, value: await signUp(url, servedPage.data, colleague), url }]);
    await page.goto(link);
    await page.getByRole("button", { name: "Add this address to my account" }).click();
    await page.goto(`${url}/yours`);
    await page.getByRole("heading", { name: "Other addresses" }).waitFor();
    await expectNoFaults("other addresses");
    await page.getByRole("button", { name: `Remove: ${invitedAddress}` }).click();
    await expect.poll(() => page.getByRole("heading", { name: "Other addresses" }).count()).toBe(0);
  });

  test("a long list draws only the visible rows, and loads more rows on scrolling", async () => {
    await signIn();
    const { id } = await sendInSession<{ readonly id: number }>("/scenarios", "POST", {
      scenario: { area_code: "nl" },
    });
    await page.evaluate(async (scenario_id) => {
      const { csrf_token } = (await (await fetch("/account/visitor")).json()) as { csrf_token: string };
      for (let number = 1; number <= 110; number++) {
        await fetch("/api/v3/saved_scenarios", {
          method: "POST",
          headers: { "x-csrf-token": csrf_token, "content-type": "application/json" },
          body: JSON.stringify({ saved_scenario: { scenario_id, title: `Many ${String(number).padStart(3, "0")}` } }),
        });
      }
    }, id);
    await page.goto(`${url}/yours`);
    await page.getByRole("row", { name: /Many 110/ }).waitFor();
    await expect.poll(() => page.locator(".savedList [role=row]").count()).toBeLessThan(40);
    await expect
      .poll(async () => {
        await page.locator(".savedList").evaluate((list) => (list.scrollTop = list.scrollHeight));
        return page.getByRole("row", { name: /Many 001/ }).count();
      })
      .toBe(1);
    await expect.poll(() => page.locator(".savedList [role=row]").count()).toBeLessThan(40);
  });

  // ---- Curves, orders, downloads

  const openData = async (tab: string): Promise<void> => {
    await page.getByRole("button", { name: "Data" }).click();
    await page.getByRole("tab", { name: tab }).click();
  };
  const hours = (value: (hour: number) => number): Buffer =>
    Buffer.from(Array.from({ length: 8760 }, (_, hour) => value(hour)).join("\n"));

  test("a curve is previewed, attached, downloaded and removed, and an invalid one is refused with the server's message", async () => {
    page = await servedPage.reusedPage();
    const id = await newScenario();
    await openScenario(id);
    await openData("Curves");
    const [, key] = (await request(`/scenarios/${id}/custom_curves?include_unattached=true`)) as readonly {
      readonly key: string;
    }[];
    await page.getByLabel("Curve", { exact: true }).selectOption(key!.key);
    const choose = async (name: string, buffer: Buffer): Promise<void> => {
      await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/csv", buffer });
      await page.getByRole("button", { name: "Attach" }).waitFor();
    };
    await choose("short.csv", Buffer.from("1\n2\n3\n"));
    await page.getByText("3 values from 1.00 to 3.00, mean 2.00").waitFor();
    await page.getByRole("button", { name: "Attach" }).click();
    await page.getByRole("alert").getByText(/8760/).waitFor();
    await choose(
      "waves.csv",
      hours((hour) => 0.5 + 0.4 * Math.sin(hour / 400)),
    );
    await page.getByRole("img", { name: /8,760 values/ }).waitFor();
    await expectNoFaults("curves");
    await picture("curves");
    await page.getByRole("button", { name: "Attach" }).click();
    await page.getByText("waves.csv is attached.").waitFor();
    const attachedCurve = page.getByRole("listitem").filter({ hasText: "waves.csv" });
    const [download] = await Promise.all([page.waitForEvent("download"), attachedCurve.getByRole("link").click()]);
    expect(
      readFileSync(await download.path(), "utf8")
        .trim()
        .split("\n").length,
    ).toBe(8760);
    // Attaching a file is undone and redone like a slider move, with the previous figures as the ghost.
    const names = async (): Promise<readonly string[]> =>
      ((await request(`/scenarios/${id}/custom_curves`)) as readonly { readonly name: string }[]).map(
        ({ name }) => name,
      );
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect.poll(names).toEqual([]);
    await page.keyboard.press("Control+Shift+z");
    await expect.poll(names).toEqual(["waves.csv"]);
    await openData("Curves");
    await attachedCurve.getByRole("button", { name: /^Remove / }).click();
    await page.getByText("No curve is attached.").waitFor();
    expect(await names()).toEqual([]);
    // The removed file returns with its numbers.
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect.poll(names).toEqual(["waves.csv"]);
  });

  test("an order is changed by keyboard and by buttons, and reset to its default", async () => {
    page = await servedPage.reusedPage();
    const id = await newScenario();
    await openScenario(id);
    const readStored = async (): Promise<readonly string[]> =>
      ((await request(`/scenarios/${id}/user_sortables`)) as { readonly space_heating: readonly string[] })
        .space_heating;
    const initialOrder = await readStored();
    const swappedOrder = [initialOrder[1], initialOrder[0], ...initialOrder.slice(2)];
    await openData("Priority lists");
    const list = page.getByRole("grid", { name: "Space heating of homes" });
    await list.getByRole("row").first().waitFor();
    await expectNoFaults("orders");
    await picture("orders");
    await list
      .getByRole("button", { name: /^Move .* down$/ })
      .first()
      .click();
    await expect.poll(readStored).toEqual(swappedOrder);
    // A row moved twice while the first move is still being saved moves by two positions.
    const delay = async (route: Route): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    };
    await page.route("**/user_sortables/*", delay, { times: 1 });
    let responseCount = 0;
    page.on("response", (response) => {
      if (response.request().method() === "PUT") responseCount++;
    });
    const name = await list.getByRole("row").nth(1).locator(".name").textContent();
    for (const index of [2, 3]) {
      await list.getByRole("button", { name: `Move ${name} down`, exact: true }).click();
      await expect.poll(() => list.getByRole("row").nth(index).locator(".name").textContent()).toBe(name);
    }
    await expect.poll(() => responseCount).toBe(2);
    expect(await readStored()).toEqual([
      initialOrder[1],
      initialOrder[2],
      initialOrder[3],
      initialOrder[0],
      ...initialOrder.slice(4),
    ]);
    // Enter on the handle picks up the row, arrow keys choose its position, Enter drops it there.
    await list.getByRole("row").first().locator("[slot=drag]").focus();
    await page.keyboard.press("Enter");
    await page.locator("[data-drop-target]").first().waitFor({ state: "attached" });
    for (let index = 0; index < 3; index++) await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await readStored())[0]).not.toBe(initialOrder[1]);
    expect((await readStored()).toSorted()).toEqual(initialOrder.toSorted());
    await page
      .getByRole("region", { name: "Space heating of homes" })
      .getByRole("button", { name: "Back to the default order" })
      .click();
    await expect.poll(readStored).toEqual(initialOrder);
    // Undo reverts the reset, the drag and the three moves.
    await page.keyboard.press("Escape");
    for (let step = 0; step < 4; step++) await page.keyboard.press("Control+z");
    await expect.poll(readStored).toEqual(swappedOrder);
    await page.keyboard.press("Control+z");
    await expect.poll(readStored).toEqual(initialOrder);
    await page.getByRole("button", { name: "Undo" }).and(page.locator(":disabled")).waitFor();
  });

  test("a table is downloaded by its link", async () => {
    page = await servedPage.reusedPage();
    await openScenario(await newScenario());
    await openData("Downloads");
    await expectNoFaults("downloads");
    await picture("downloads");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Energy flows, end year", exact: true }).click(),
    ]);
    expect(readFileSync(await download.path(), "utf8")).toMatch(/^\ufeffkey,/);
    expect(download.suggestedFilename()).toMatch(/_nl_2050_energy_flow\.csv$/);
    // The whole scenario is a file that the start page imports.
    const [dump] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "The whole scenario, to import it elsewhere" }).click(),
    ]);
    expect(dump.suggestedFilename()).toMatch(/_nl_2050_scenario\.json$/);
    expect(JSON.parse(readFileSync(await dump.path(), "utf8"))).toMatchObject({ area_code: "nl", end_year: 2050 });
    const [sliders] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Changed sliders" }).click(),
    ]);
    expect(readFileSync(await sliders.path(), "utf8")).toMatch(/^\ufeffkey,name,unit,value,start\n/);
  });

  test("a scenario is downloaded as a workbook, which runs", async () => {
    page = await servedPage.reusedPage();
    await openScenario(await newScenario());
    await openData("Downloads");
    const [book] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: /^Everything in one workbook/ }).click(),
    ]);
    expect(book.suggestedFilename()).toMatch(/_nl_2050_everything\.xlsx$/);
    const run = async (buffer: Buffer): Promise<void> => {
      const [chooser] = await Promise.all([
        page.waitForEvent("filechooser"),
        page.getByRole("button", { name: "Run a workbook…" }).click(),
      ]);
      await chooser.setFiles({ name: "book.xlsx", mimeType: "application/octet-stream", buffer });
    };
    const [results] = await Promise.all([page.waitForEvent("download"), run(readFileSync(await book.path()))]);
    expect(results.suggestedFilename()).toBe("book_results.xlsx");
    await page.getByText("1 scenario calculated; the copy has its results.").waitFor();
    await run(Buffer.from("no workbook"));
    await page.getByText("The file is not a workbook (.xlsx)").waitFor();
    await expectNoFaults("downloads");
  });

  // ---- Without a connection

  test("after the first visit the page opens without a server, calculates, and sends the changes once the server is back", async () => {
    let server = await startPageServer("included");
    const { data } = server;
    const offlinePage = await ServedPage.forServer({ url: localUrl(server), data }, chromium!);
    onTestFinished(async () => {
      ({ url } = servedPage);
      await offlinePage.stop();
      await server.stop();
      rmSync(data, { recursive: true });
    });
    ({ url } = offlinePage);
    page = await offlinePage.newPage({ isIsolated: true, options: { serviceWorkers: "allow" } });
    const id = await newScenario();
    const versions = MAX_CACHED_RESPONSES + 10;
    for (let value = 2; value <= versions; value++) await offlinePage.set(id, { [WIND]: 1_000 * (value % 10) });
    await openScenario(id);
    // The scenario is cached once it has settled.
    const READ_CACHED_PATHS = `navigator.serviceWorker.ready
        .then(() => Promise.all(["etesian-answers-public", "etesian-model"].map((name) => caches.open(name))))
        .then((opened) => Promise.all(opened.map((cache) => cache.keys())))
        .then((requests) => requests.flat().map(({ url }) => new URL(url).pathname))`;
    await expect
      .poll(async () => {
        const cachedPaths = await page.evaluate<readonly string[]>(READ_CACHED_PATHS);
        const parts = cachedPaths.filter((path) => path.startsWith("/api/v3/model/parts/"));
        return cachedPaths.includes(`/api/v3/scenarios/${id}/inputs`) && parts.length >= 5;
      })
      .toBe(true);
    // Visiting all its versions does not evict it.
    await page.evaluate(
      async ([path, last]) => {
        for (let version = 1; version < last; version++) await fetch(`${path}/recipe?at=${version}`);
      },
      [`/api/v3/scenarios/${id}`, versions] as const,
    );
    const { port } = new URL(url);
    await server.kill();
    await page.reload();
    await waitUntilDrawn(page);
    expect(await fontsInUse(page)).toContain("Open Sans: loaded");
    await type("12");
    await page.getByText("Offline: still calculating here, 1 change not sent yet").waitFor();
    await picture("offline");
    await page.reload();
    await waitUntilDrawn(page);
    await expect.poll(() => field().inputValue()).toBe("12.0");
    await page.getByText("Offline: still calculating here, 1 change not sent yet").waitFor();
    server = await startPageServer("included", { data, port });
    await expect
      .poll(async () => ((await request(`/scenarios/${id}`)) as { readonly user_values: object }).user_values)
      .toEqual({ [WIND]: 12_000 });
  });

  test.skipIf(customChartAddress === undefined)(
    `on another host name over plain HTTP, the page works without a secure context${customChartAddress === undefined ? " (needs an address that is not loopback)" : ""}`,
    async () => {
      const elsewhere = `http://${OTHER_HOST}:${new URL(url).port}`;
      await page.goto(elsewhere);
      expect(await page.evaluate(`[isSecureContext, "serviceWorker" in navigator]`)).toEqual([false, false]);
      await page
        .getByRole("option", { name: /Netherlands/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Start" }).click();
      await page.waitForURL(/\/s\/\d+/);
      await waitUntilDrawn(page);
      await expect.poll(() => page.getByText("Calculating on the server").count()).toBe(0);
      const id = Number(/\/s\/(\d+)/.exec(page.url())![1]);
      await show(page, `${elsewhere}/s/${id}?slide=electricity_wind`);
      await waitUntilDrawn(page);
      await type("12");
      await expect
        .poll(async () => ((await request(`/scenarios/${id}`)) as { readonly user_values: object }).user_values)
        .toEqual({ [WIND]: 12_000 });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await enter(ADA);
      await page.getByLabel("Title").fill("From the workshop");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("button", { name: "Saved" }).waitFor();
    },
  );

  // ---- A phone

  test("the account, saving and data are available on a phone, without accessibility violations", async () => {
    await page.setViewportSize(PHONE);
    await signIn("/yours");
    await page.getByRole("heading", { name: "Saved scenarios" }).waitFor();
    await expectNoFaults("yours on a phone");
    await picture("yours-phone");
    await openScenario(await newScenario());
    await openData("Downloads");
    await expectNoFaults("data on a phone");
    const width = await page.evaluate<number>("document.documentElement.scrollWidth");
    expect(width).toBeLessThanOrEqual(390);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Title").waitFor();
    await picture("save-phone");
  });
});
