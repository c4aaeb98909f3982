/** Screens and states of the page, and the sizes at which they are checked. */
import type { Page } from "playwright-core";
import { waitUntilAtRest } from "./at-rest.ts";
import { PHONE, type ServedPage, show } from "./served-page.ts";
import { SESSION_COOKIE, signUp } from "./users.ts";

const WIND = "capacity_of_energy_power_wind_turbine_offshore";
const SUN = "capacity_of_energy_power_solar_pv_solar_radiation";
const CARS = "transport_car_using_electricity_share";
const CHARTS = [
  "electricity_mix",
  "emissions_to_the_future",
  "hourly_electricity",
  "energy_flows",
  "final_demand_by_sector",
  "merit_order",
];
const THREE = CHARTS.slice(0, 3).join();
const ABSENT = 999_999;

export const SIZES = {
  "1920": { width: 1920, height: 1080 },
  "1440": { width: 1440, height: 900 },
  "1280": { width: 1280, height: 720 },
  "tablet on its side": { width: 1180, height: 820 },
  tablet: { width: 820, height: 1180 },
  /** A window of 1280 × 720 at 200 %. */
  zoomed: { width: 640, height: 360 },
  phone: PHONE,
};
export type SizeName = keyof typeof SIZES;
export const SIZE_NAMES = Object.keys(SIZES) as readonly SizeName[];

export interface Screen {
  /** `{0}` to `{2}` are scenarios, `{3}` is read-only, and `{4}` belongs to the signed-in person and their team. */
  readonly path: string;
  readonly isSignedIn?: boolean;
  /** Resolves when the screen is in its state. */
  readonly ready: (page: Page) => Promise<void>;
  /** Whether the window is resized for the next size, because showing the screen again would repeat its run. */
  readonly isResized?: boolean;
  /** Leaves the state if navigating to another URL does not. */
  readonly leave?: (page: Page) => Promise<void>;
  /** Sizes that `npm test` checks. */
  readonly sample: readonly SizeName[];
}

const waitUntilCompared = async (page: Page): Promise<void> => {
  await page.locator(".side").last().locator("td data").first().waitFor();
};
const escape = async (page: Page): Promise<void> => page.keyboard.press("Escape");
const waitUntilMissing = async (page: Page): Promise<void> => page.locator(".missing").waitFor();

/** A screen of the signed-in person's scenario, once the top bar shows two other people. */
const teamScreen = (search: string, ready: Screen["ready"], sample: readonly SizeName[] = []): Screen => ({
  path: `/s/{4}?slide=electricity_wind&charts=${THREE}${search}`,
  isSignedIn: true,
  ready: async (page) => {
    await waitUntilAtRest(page);
    await page.locator(".team .avatar").nth(1).waitFor({ state: "attached" });
    await ready(page);
  },
  sample,
});

/** Views of Explore, once their run is complete. */
const exploreScreens = (views: {
  readonly [name: string]: { readonly search: string; readonly sample: readonly SizeName[] };
}): { readonly [name: string]: Screen } =>
  Object.fromEntries(
    Object.entries(views).map(([name, { search, sample }]) => [
      name,
      {
        path: `/s/{0}?view=explore&${search}`,
        ready: async (page) => {
          await waitUntilAtRest(page);
          await page.locator(".runBar [aria-valuenow='100']").waitFor();
        },
        isResized: true,
        sample,
      } satisfies Screen,
    ]),
  );

export const SCREENS: { readonly [name: string]: Screen } = {
  start: {
    path: "/",
    // The model, with the names of areas, loads after the areas.
    ready: (page) => page.getByRole("option", { name: /^Netherlands|^Nederland/ }).waitFor(),
    sample: ["1280"],
  },
  "one chart": { path: `/s/{0}?charts=${CHARTS[0]}`, ready: waitUntilAtRest, sample: [] },
  "three charts": {
    path: `/s/{0}?slide=electricity_wind&charts=${THREE}`,
    ready: waitUntilAtRest,
    sample: ["1280", "phone"],
  },
  "six charts": {
    path: `/s/{0}?slide=households_heating&charts=${CHARTS.join()}`,
    ready: waitUntilAtRest,
    sample: ["1280", "tablet"],
  },
  compare: { path: "/s/{0}?view=compare&cmp={1},{2}", ready: waitUntilCompared, sample: ["1280", "phone"] },
  years: {
    path: "/s/{0}?view=years&path={0},{1}",
    ready: async (page) => page.locator(".yearsHeader tbody tr:first-child td:last-child", { hasText: /\d/ }).waitFor(),
    sample: ["1280", "phone"],
  },
  hours: { path: "/s/{0}?view=hours&h=497.432-599", ready: waitUntilAtRest, sample: ["1280", "phone"] },
  ...exploreScreens({
    explore: { search: "slide=electricity_wind", sample: [] },
    uncertainty: { search: "explore=sure&charts=electricity_mix&n=64", sample: [] },
    target: { search: "explore=target&slide=electricity_wind&of=total_costs", sample: [] },
    areas: { search: "explore=areas&of=total_costs", sample: [] },
    answers: {
      search: "explore=answers&slide=electricity_wind&of=renewability&target=21&n=64",
      sample: [],
    },
    differences: { search: "explore=differ&cmp={1}&of=total_costs", sample: [] },
  }),
  "an earlier version": { path: `/s/{0}?charts=${THREE}&v=1`, ready: waitUntilAtRest, sample: [] },
  why: {
    path: `/s/{0}?charts=${THREE}&why=total_costs`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.locator(".whyPanel .treeRow").first().waitFor();
    },
    sample: [],
  },
  present: {
    path: `/s/{0}?view=present&slide=electricity_wind&charts=${THREE}`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.locator(".present .pane svg").first().waitFor();
    },
    sample: ["1280"],
  },
  report: {
    path: `/s/{0}?view=report&charts=${THREE}&text=Wind`,
    ready: async (page) => {
      await page.locator(".reportNumbers data").first().waitFor();
      await page.locator(".report .figurePane svg").first().waitFor();
    },
    sample: ["1280"],
  },
  "choice of a chart": {
    path: `/s/{0}?charts=${THREE}`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.locator(".pane .other").first().click();
      await page.locator(".chartPicker").waitFor();
    },
    leave: escape,
    sample: [],
  },
  search: {
    path: `/s/{0}?charts=${THREE}`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill("wind");
      await page.locator(".palette [role=menuitem]").first().waitFor();
    },
    leave: escape,
    sample: [],
  },
  "read-only": {
    path: `/s/{3}?charts=${THREE}`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.locator(".readOnly").waitFor();
    },
    sample: [],
  },
  offline: {
    path: `/s/{1}?slide=electricity_wind&charts=${THREE}`,
    ready: async (page) => {
      await waitUntilAtRest(page);
      await page.context().setOffline(true);
      // The page notices when a change does not reach the server.
      await page.getByRole("slider").first().press("ArrowRight");
      await page.locator(".notice").first().waitFor();
    },
    leave: async (page) => {
      await page.context().setOffline(false);
      await page.locator(".notice").waitFor({ state: "hidden" });
    },
    sample: [],
  },
  "signed in": teamScreen("", (page) => page.locator(".commentMark").first().waitFor({ state: "attached" }), [
    "1280",
    "phone",
  ]),
  comments: teamScreen("&comments=all", (page) => page.getByRole("dialog").getByRole("listitem").nth(1).waitFor()),
  history: {
    ...teamScreen("", async (page) => {
      const isDutch = (await page.locator("html").getAttribute("lang")) === "nl";
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox").fill(isDutch ? "geschiedenis" : "history");
      await page
        .getByRole("menuitem", { name: isDutch ? "Geschiedenis van wijzigingen" : "History of changes" })
        .click();
      await page.getByRole("dialog").getByRole("listitem").nth(1).waitFor();
    }),
    leave: escape,
  },
  dictionary: {
    path: "/dictionary?find=wind",
    ready: async (page) => page.locator("[data-entry]").first().waitFor(),
    sample: [],
  },
  yours: { path: "/yours", ready: (page) => page.getByRole("main").waitFor(), sample: [] },
  "your scenarios": {
    path: "/yours",
    isSignedIn: true,
    ready: async (page) => page.getByText(TEAM_TITLE).first().waitFor(),
    sample: [],
  },
  private: { path: `/s/${ABSENT}`, ready: waitUntilMissing, sample: [] },
  missing: { path: "/s/1/nothing", ready: waitUntilMissing, sample: [] },
};

/** Scenarios with titles of typical length, and a change on the timeline. */
const SCENARIOS = [
  { title: "Coast and heat", values: { [WIND]: 21_500 } },
  { title: "National target", values: { [WIND]: 38_500, [SUN]: 26_000 } },
  { title: "Policy of today", values: { [SUN]: 22_000, [CARS]: 60 } },
];

const TEAM_TITLE = "Energy strategy of the coast";
const EDITOR = { email: "ada@screens.example.org", password: "correct horse battery", name: "Ada Lovelace" };
const VISITORS = ["Bob Jansen", "Carla de Vries"].map((name, index) => ({
  ...EDITOR,
  email: `${index}@screens.example.org`,
  name,
}));
const COMMENTS = [
  { slider: WIND, text: "The strategy has 21 GW. Where does the rest come from?" },
  { chart: CHARTS[0], text: "Please show the present year, too." },
];

/** Creates the scenarios and people of the screens. */
export interface ScreenFixtures {
  /** In the order of their placeholders in paths. */
  readonly scenarios: readonly number[];
  /** Cookie of the signed-in person. */
  readonly session: string;
  /** Ends the other people's visits. */
  readonly end: () => void;
}

export async function createScreenFixtures(servedPage: ServedPage): Promise<ScreenFixtures> {
  const changeable = SCENARIOS.map(async ({ title, values }) => {
    const id = await servedPage.create({ area_code: "nl", end_year: 2050, title });
    await servedPage.set(id, values);
    return id;
  });
  const readOnly = servedPage.create({ area_code: "nl", end_year: 2050, title: "Adopted plan", read_only: true });
  const scenarios = await Promise.all([...changeable, readOnly]);
  const team = await createTeam(servedPage);
  return { ...team, scenarios: [...scenarios, team.id] };
}

/** Creates a scenario with comments, which several people have open. */
async function createTeam(
  servedPage: ServedPage,
): Promise<Omit<ScreenFixtures, "scenarios"> & { readonly id: number }> {
  const session = await signUp(servedPage.url, servedPage.data, EDITOR);
  const token = await servedPage.token(EDITOR.email);
  const scenario = { area_code: "nl", end_year: 2050, title: TEAM_TITLE, user_values: { [WIND]: 30_000 } };
  const { id } = await servedPage.send<{ readonly id: number }>("POST", "/scenarios", { scenario }, token);
  for (const comment of COMMENTS) await servedPage.send("POST", `/scenarios/${id}/comments`, { comment }, token);
  const visits = new AbortController();
  for (const visitor of VISITORS) {
    await signUp(servedPage.url, servedPage.data, visitor);
    const users = [{ user_email: visitor.email, role: "scenario_collaborator" }];
    await servedPage.send("POST", `/scenarios/${id}/users`, { scenario_users: users }, token);
    void followEvents(
      `${servedPage.url}/api/v3/scenarios/${id}/events?team=true`,
      await servedPage.token(visitor.email),
      visits.signal,
    );
  }
  return { id, session, end: () => visits.abort() };
}

/** Follows a scenario's event stream, and reconnects when the server ends it. */
async function followEvents(stream: string, token: string, signal: AbortSignal): Promise<void> {
  const headers = { accept: "text/event-stream", authorization: `Bearer ${token}` };
  while (!signal.aborted) {
    try {
      await (await fetch(stream, { headers, signal })).text();
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

/** Shows a screen; once it is in its state, resolves to whether the page was loaded instead of navigated. */
export async function showScreen(
  page: Page,
  { url }: ServedPage,
  { path, ready, isSignedIn = false }: Screen,
  { scenarios, session }: ScreenFixtures,
): Promise<boolean> {
  const cookies = await page.context().cookies(url);
  if (cookies.some(({ name }) => name === SESSION_COOKIE) !== isSignedIn) {
    if (isSignedIn) await page.context().addCookies([{ name: SESSION_COOKIE, value: session, url }]);
    else await page.context().clearCookies({ name: SESSION_COOKIE });
    await page.goto("about:blank");
  }
  const isLoaded = !page.url().startsWith(url);
  await show(page, `${url}${path.replaceAll(/\{(\d)\}/g, (_, index) => String(scenarios[Number(index)]))}`);
  await ready(page);
  return isLoaded;
}
