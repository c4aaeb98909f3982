/** New scenarios of smaller areas, and descriptions of versions. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { untilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityFaults, PHONE, ServedPage } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const found = findChromium();
const IDA = { email: "ida@example.org", password: "correct horse battery", name: "Ida Noddack" };

describe.skipIf(found === null)(`creation${found === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let served: ServedPage;
  let session: string;
  beforeAll(async () => {
    served = await ServedPage.start(found!);
    session = await signUp(served.url, served.data, IDA);
  });
  afterAll(async () => served.stop());
  afterEach(async () => served.closePages());

  test("a scenario is scaled to a number of inhabitants and to the kept sectors, with the keyboard alone", async () => {
    const page = await served.newPage();
    await page.goto(served.url);
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Scale to a smaller area" }).focus();
    await page.keyboard.press("Enter");
    const size = page.getByRole("textbox", { name: "Inhabitants" });
    await size.fill("999,999,999,999");
    expect(await page.getByRole("button", { name: "Start", exact: true }).isDisabled()).toBe(true);
    await page.getByText(/^Enter a number of at most /).waitFor();
    await size.fill("20,000");
    await page.getByRole("switch", { name: "Keep agriculture" }).focus();
    await page.keyboard.press("Space");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.getByRole("button", { name: "Start", exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/s\/\d+/);
    const id = Number(new URL(page.url()).pathname.slice("/s/".length));
    const answer = (await (await fetch(`${served.url}/api/v3/scenarios/${id}`)).json()) as object;
    expect(answer).toMatchObject({
      scaling: { area_attribute: "number_of_inhabitants", value: 20_000, has_agriculture: true, has_industry: false },
    });
    await untilAtRest(page);
  });

  test("scaling is in Dutch, without accessibility faults, on a phone too", async () => {
    const page = await served.newPage({ isAlone: true, options: { locale: "nl-NL" } });
    await page.setViewportSize(PHONE);
    await page.goto(served.url);
    await page.getByRole("option").first().waitFor();
    await page.getByRole("button", { name: "Schalen naar een kleiner gebied" }).click();
    await page.getByRole("textbox", { name: "Inwoners" }).fill("20.000");
    expect(await accessibilityFaults(page)).toEqual([]);
  });

  test("a version is described and found by its description", async () => {
    const page = await served.newPage({ isAlone: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: served.url }]);
    const id = await served.create();
    await page.goto(`${served.url}/s/${id}`);
    await untilAtRest(page);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByLabel("Title").fill("Described");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("button", { name: "Saved", exact: true }).click();
    await page.getByRole("menuitem", { name: "Versions" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /^Describe version/ }).click();
    await dialog.getByLabel("Description").fill("As presented to the council");
    expect(await accessibilityFaults(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await dialog.getByRole("link", { name: "As presented to the council" }).waitFor();
    await dialog.getByRole("button", { name: /^Describe version/ }).click();
    await dialog.getByLabel("Description").fill("As adopted");
    await page.keyboard.press("Enter");
    await dialog.getByRole("link", { name: "As adopted" }).waitFor();
  });
});
