/** Comments in two browsers: markers, mentions and people appear live, and disappear with the role. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilDrawn } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage } from "./served-page.ts";
import { mailedLink, SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const ADA = { email: "ada@comments.example.org", password: "correct horse battery", name: "Ada Lovelace" };
const BOB = { email: "bob@comments.example.org", password: "correct horse battery", name: "Bob Jansen" };

describe.skipIf(chromium === null)(`comments${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let sessions: { readonly ada: string; readonly bob: string };
  let token: string;

  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    sessions = {
      ada: await signUp(servedPage.url, servedPage.data, ADA),
      bob: await signUp(servedPage.url, servedPage.data, BOB),
    };
    token = await servedPage.token(ADA.email);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  async function createSharedScenario(): Promise<number> {
    const scenario = { area_code: "nl", end_year: 2050, private: true };
    const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario }, token);
    await changeUsers(id, "POST");
    return id;
  }
  const changeUsers = async (id: number, method: "POST" | "DELETE"): Promise<void> => {
    const body = JSON.stringify({ scenario_users: [{ user_email: BOB.email, role: "scenario_viewer" }] });
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await fetch(`${servedPage.url}/api/v3/scenarios/${id}/users`, { method, headers, body });
    expect(response.ok).toBe(true);
  };
  /** Opens the scenario in a separate browser. */
  async function openPage(id: number, session: string, address = "slide=electricity_wind"): Promise<Page> {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    await page.goto(`${servedPage.url}/s/${id}?${address}`);
    await waitUntilDrawn(page);
    return page;
  }
  const dialog = (page: Page) => page.getByRole("dialog");
  const marker = (page: Page, name: RegExp) => page.locator(`[data-input="${WIND}"]`).getByRole("button", { name });

  test("a comment by keyboard mentions a person; it appears at the slider in the other browser, and the email's link opens it", async () => {
    const id = await createSharedScenario();
    const [ada, bob] = [await openPage(id, sessions.ada), await openPage(id, sessions.bob)];
    await ada.getByRole("list", { name: "Looking at this scenario" }).getByText("Bob Jansen").waitFor();
    await bob.getByRole("list", { name: "Looking at this scenario" }).getByText("Ada Lovelace").waitFor();

    await ada.locator(`[data-input="${WIND}"] input[type=range]`).focus();
    await ada.keyboard.press("m");
    const field = dialog(ada).getByRole("textbox", { name: "Text of the comment" });
    await field.focus();
    await ada.keyboard.type("Too much, @Bo");
    await dialog(ada).getByRole("option", { name: "Bob Jansen" }).waitFor();
    expect(await accessibilityViolations(ada)).toEqual([]);
    await ada.keyboard.press("Enter");
    await ada.keyboard.type("?");
    await ada.keyboard.press("Control+Enter");
    await dialog(ada).getByText("Too much, @Bob Jansen ?").waitFor();
    expect(await accessibilityViolations(ada)).toEqual([]);
    await ada.keyboard.press("Escape");
    await marker(ada, /^1 open comment on /).waitFor();

    await marker(bob, /^1 open comment on /).click();
    await dialog(bob).getByText("Too much, @Bob Jansen ?").waitFor();
    await expect.poll(() => dialog(bob).getByRole("button", { name: "Edit" }).count()).toBe(0);
    const link = await mailedLink(servedPage.data, BOB.email, `/s/${id}`);
    expect(new URL(link).searchParams.get("comments")).toBe("1");
    await bob.goto(`${servedPage.url}${new URL(link).pathname}${new URL(link).search}`);
    await dialog(bob).getByRole("listitem", { name: "Comment by Ada Lovelace" }).waitFor();
    await bob.getByRole("button", { name: "Resolve" }).click();
    await marker(ada, /^1 open comment on /).waitFor({ state: "detached" });
  });

  test("a chart's menu opens its comments; text is Dutch on a Dutch page", async () => {
    const id = await createSharedScenario();
    const page = await openPage(id, sessions.ada, "charts=electricity_mix");
    const pane = page.locator(".pane").first();
    await page.getByRole("button", { name: "Comments", exact: true }).waitFor();
    await pane.getByRole("button", { name: /^Actions: / }).click();
    await page.getByRole("menuitem", { name: "Comment…" }).click();
    await dialog(page).getByRole("textbox").fill("Which year?");
    await dialog(page).getByRole("button", { name: "Comment", exact: true }).click();
    await dialog(page).getByText("Which year?").waitFor();
    await dialog(page).getByRole("button", { name: "Edit" }).click();
    await dialog(page).getByRole("textbox").nth(1).fill("Which month?");
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await dialog(page).getByText("edited").waitFor();
    // The form closes only after the comment has changed; until then, a key press on its button would be lost.
    await expect.poll(() => dialog(page).getByRole("textbox").count()).toBe(1);
    await page.keyboard.press("Escape");
    await dialog(page).waitFor({ state: "detached" });
    await page.getByRole("radio", { name: "NL" }).click();
    await pane.getByRole("button", { name: /^1 open opmerking bij / }).click();
    await dialog(page)
      .getByRole("heading", { name: /^Opmerkingen bij / })
      .waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await dialog(page).getByRole("button", { name: "Verwijderen" }).click();
    await dialog(page).getByText("Geen opmerkingen").waitFor();
  });

  test("a person whose role is removed no longer sees comments or people", async () => {
    const id = await createSharedScenario();
    const comment = { slider: WIND, text: "For the team" };
    await servedPage.send("POST", `/scenarios/${id}/comments`, { comment }, token);
    await servedPage.send("PUT", `/scenarios/${id}`, { scenario: { private: false } }, token);
    const bob = await openPage(id, sessions.bob, "slide=electricity_wind&comments=all");
    await dialog(bob).getByText("For the team").waitFor();
    await changeUsers(id, "DELETE");
    await dialog(bob).getByText("Comments are visible to people with a role in the scenario.").waitFor();
    await expect.poll(() => bob.getByText("For the team").count()).toBe(0);
  });
});
