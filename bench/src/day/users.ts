/** A day of simulated users, as tables: visits by hour, and requests by visit. */
import type { Slider } from "../sliders.ts";

/** A visit: its scenario, and how it sends requests. */
export interface Visitor {
  readonly scenario: number;
  readonly sliders: readonly Slider[];
  readonly queries: readonly string[];
  /** Sends a request to the API; resolves to the response's number of bytes. */
  readonly send: (method: string, path: string, body?: object) => Promise<number>;
}

export interface Action {
  /** How often a visit performs it: if the page calculates, and if the server does. */
  readonly perVisit: { readonly browser: number; readonly server: number };
  /** Sends its requests; resolves to the responses' number of bytes. `n` differs from call to call. */
  readonly run: (visitor: Visitor, n: number) => Promise<number>;
}

const moveOf = ({ sliders }: Visitor, n: number): object => {
  const { key, position } = sliders[n % sliders.length]!;
  return { scenario: { user_values: { [key]: position(n) } } };
};

export const ACTIONS = {
  /** Opens the page on a scenario; the model's parts come from the browser's cache or a CDN. */
  open: {
    perVisit: { browser: 1, server: 1 },
    run: async ({ scenario, send }) =>
      (await send("GET", `/scenarios/${scenario}`)) + (await send("GET", "/model/areas/nl?end_year=2050")),
  },
  create: {
    perVisit: { browser: 0.5, server: 0.5 },
    run: ({ send }) => send("POST", "/scenarios", { scenario: { area_code: "nl", end_year: 2050 } }),
  },
  /** A slider move that the page calculates; the page sends one change per slide. */
  move: {
    perVisit: { browser: 40, server: 0 },
    run: (visitor, n) => visitor.send("PUT", `/scenarios/${visitor.scenario}`, moveOf(visitor, n)),
  },
  /** A slider move, with a dashboard's figures calculated by the server. */
  "move with results": {
    perVisit: { browser: 0, server: 40 },
    run: (visitor, n) =>
      visitor.send("PUT", `/scenarios/${visitor.scenario}`, { ...moveOf(visitor, n), gqueries: visitor.queries }),
  },
  list: { perVisit: { browser: 2, server: 2 }, run: ({ send }) => send("GET", "/saved_scenarios?limit=25") },
  save: {
    perVisit: { browser: 0.2, server: 0.2 },
    run: ({ scenario, send }, n) =>
      send("POST", "/saved_scenarios", { saved_scenario: { scenario_id: scenario, title: `Version ${n}` } }),
  },
  download: {
    perVisit: { browser: 0.05, server: 0.2 },
    run: ({ scenario, send }) => send("GET", `/scenarios/${scenario}/curves/merit_order.csv`),
  },
} as const satisfies { readonly [name: string]: Action };

export type ActionName = keyof typeof ACTIONS;
export const ACTION_NAMES = Object.keys(ACTIONS) as readonly ActionName[];

/** Visits of a user in a day. */
export const VISITS_PER_USER = 1.2;
/** Share of the visits whose results the server calculates: scripts, small devices, other front ends. */
export const SERVER_SHARE = 0.15;
/** Length of a visit (hours). */
export const VISIT_HOURS = 0.5;

/** Share of a day's visits that begin in each hour: office hours of one time zone. */
export const HOURLY_SHARES: readonly number[] = [
  0.2, 0.1, 0.1, 0.1, 0.2, 0.5, 1.5, 4, 9, 11, 11.5, 10, 7, 9, 11, 10.5, 8, 3.3, 1, 0.7, 0.6, 0.4, 0.2, 0.1,
].map((percent) => percent / 100);

/** The share of a day's visits in its busiest hour. */
export const BUSIEST_SHARE = Math.max(...HOURLY_SHARES);

/** Mean number of actions per visit, over both kinds. */
export const perVisit = (action: ActionName): number => {
  const { browser, server } = ACTIONS[action].perVisit;
  return browser * (1 - SERVER_SHARE) + server * SERVER_SHARE;
};
