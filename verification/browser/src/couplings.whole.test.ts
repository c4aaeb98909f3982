/** Tests couplings in the page: their effect, coupling, uncoupling, removal and undo. */
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { waitUntilAtRest } from "./at-rest.ts";
import { findChromium, NO_CHROMIUM } from "./chromium.ts";
import { accessibilityViolations, ServedPage, show } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const chromium = findChromium();
const GRACE = { email: "grace@example.org", password: "correct horse battery", name: "Grace Hopper" };
const GROUP = "external_model_interconnectors";

describe.skipIf(chromium === null)(`couplings${chromium === null ? ` (${NO_CHROMIUM})` : ""}`, () => {
  let servedPage: ServedPage;
  let session: string;
  beforeAll(async () => {
    servedPage = await ServedPage.start(chromium!);
    session = await signUp(servedPage.url, servedPage.data, GRACE);
  });
  afterAll(async () => servedPage.stop());
  afterEach(async () => servedPage.closePages());

  const couplingsOf = async (id: number): Promise<readonly unknown[]> => {
    const response = await fetch(`${servedPage.url}/api/v3/scenarios/${id}`);
    const { active_couplings: active, inactive_couplings: inactive } = (await response.json()) as {
      readonly active_couplings: readonly string[];
      readonly inactive_couplings: readonly string[];
    };
    return [active, inactive];
  };
  async function openCouplings(page: Page, id: number): Promise<void> {
    await show(page, `${servedPage.url}/s/${id}`);
    await waitUntilAtRest(page);
    await page.getByRole("button", { name: /^(Data|Gegevens)$/ }).click();
    await page.getByRole("tab", { name: /^(Couplings|Koppelingen)$/ }).click();
    await page.locator(`[data-group=${GROUP}]`).waitFor();
  }

  test("a group shows its sliders and its effect, is coupled and uncoupled, and its removal can be undone", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    const id = await servedPage.create();
    await openCouplings(page, id);
    await page.locator(`[data-group=${GROUP}]`).getByRole("button", { name: "Couple", exact: true }).click();
    await page.getByRole("dialog").getByLabel("Email").waitFor();
    await page.keyboard.press("Escape");
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    await openCouplings(page, id);
    const group = page.locator(`[data-group=${GROUP}]`);
    await expect.poll(() => group.textContent()).toMatch(/Activates \d+ sliders:.*Replaces \d+ sliders:/);
    await group.getByRole("button", { name: "Effect" }).click();
    await group.locator(".figures tbody tr").first().waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    await group.getByRole("button", { name: "Couple", exact: true }).click();
    await group.getByText("coupled", { exact: true }).waitFor();
    expect(await couplingsOf(id)).toEqual([[GROUP], []]);

    // The search leads to a slider that the group replaces, and the slider's focused link leads to the group.
    await page.mouse.move(0, 0);
    await show(page, `${servedPage.url}/s/${id}`);
    await waitUntilAtRest(page);
    await page.keyboard.press("Control+k");
    await page.getByRole("searchbox").fill("interconnector 1 price abroad");
    const first = page.locator(".palette [role=menuitem]").first();
    await expect.poll(() => first.getAttribute("data-key")).toBe("slider electricity_interconnector_1_marginal_costs");
    await page.keyboard.press("Enter");
    const link = page.locator(".row.off .link:focus", { hasText: "coupling External model interconnectors" });
    await link.hover();
    // A slider without a response does not open the dock, which would move the link.
    await expect.poll(() => page.locator(".dock.idle").count()).toBe(1);
    await link.click();
    await group.getByText("coupled", { exact: true }).waitFor();

    await group.getByRole("button", { name: "Uncouple" }).click();
    await group.getByText("uncoupled, values are kept").waitFor();
    expect(await couplingsOf(id)).toEqual([[], [GROUP]]);

    await group.getByRole("button", { name: "Couple", exact: true }).click();
    await group.getByText("coupled", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove all couplings" }).click();
    await group.getByText("not coupled", { exact: true }).waitFor();
    expect(await couplingsOf(id)).toEqual([[], []]);

    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+z");
    await expect.poll(() => couplingsOf(id)).toEqual([[GROUP], []]);
    await page.keyboard.press("Control+z");
    await expect.poll(() => couplingsOf(id)).toEqual([[], [GROUP]]);
  });

  test("Esc closes the dialog after each action in it, and after an action whose button disappears", async () => {
    const page = await servedPage.newPage({ isIsolated: true });
    await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url: servedPage.url }]);
    const id = await servedPage.create();
    const dialog = page.getByRole("dialog");
    for (const [button, state] of [
      ["Couple", "coupled"],
      ["Uncouple", "uncoupled, values are kept"],
      ["Remove all couplings", "not coupled"],
    ] as const) {
      await openCouplings(page, id);
      const scope = button.startsWith("Remove") ? dialog : page.locator(`[data-group=${GROUP}]`);
      await scope.getByRole("button", { name: button, exact: true }).press("Enter");
      await page.locator(`[data-group=${GROUP}]`).getByText(state, { exact: true }).waitFor();
      await page.keyboard.press("Escape");
      await expect.poll(() => dialog.count()).toBe(0);
    }
  });

  test("couplings are shown in Dutch without accessibility violations, even on a phone", async () => {
    const page = await servedPage.newPage({ isIsolated: true, options: { locale: "nl-NL" } });
    await openCouplings(page, await servedPage.create());
    await page.getByRole("button", { name: "Koppelen" }).first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
