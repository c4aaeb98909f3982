/** A change of a slider with a query as a job: what it asks of gateways, `scenarios`, `compute`, the store and the broker. */
import { type Machine, simulate, type Outcome, type Source, type Station, type Step } from "./queueing.ts";

/** Processor time of a part for a change (ms): of the thread that everything goes through, and of those beside it. */
export interface Cost {
  readonly thread: number;
  readonly beside: number;
}

export interface Costs {
  readonly gateway: Cost;
  readonly scenarios: Cost;
  readonly compute: Cost;
  /** All its processes. */
  readonly store: number;
  readonly broker: number;
  /** What a process takes to follow an event, and what that takes of the store. */
  readonly following: Cost;
  /** What whoever relays takes to tell the broker of an event. */
  readonly telling: number;
  /** Until the store has an event on the disk, beyond its processors. */
  readonly commitMs: number;
  /** From one event that the broker is told to the next. */
  readonly relayMs: number;
  /** Of whoever asks, and of everything in a second in which nobody does, where they share the machine. */
  readonly client: number;
  readonly idle: number;
}

export interface Size {
  readonly gateway: number;
  readonly scenarios: number;
  /** Of one thread each. */
  readonly compute: number;
  /** Of the store. */
  readonly processors: number;
}

/** Each process of `scenarios` follows the events twice, for its relay and for curves; `accounts` and `saved-scenarios` once. */
const FOLLOWING = { each: 2, others: ["accounts", "saved-scenarios"] };
/** Connections of a process to the store. */
const CONNECTIONS = 10;
/** Calls of the gateway for a change with queries: what it would be, the queries, the change. */
const CALLS = 3;

/** Those that are there, each many times, on processors of its own or all on one machine. */
function stations(size: Size, shared: Machine | null) {
  const ample: Machine = { processors: Number.POSITIVE_INFINITY };
  const one = (name: string, threads: number, machine: Machine): Station => ({
    name,
    threads,
    machine: shared ?? machine,
  });
  const many = (name: string, count: number): readonly Station[] =>
    Array.from({ length: count }, () => one(name, 1, ample));
  return {
    gateway: many("gateway", size.gateway),
    scenarios: many("scenarios", size.scenarios),
    compute: many("compute", size.compute),
    store: [one("store", CONNECTIONS * size.scenarios, { processors: size.processors })],
    beside: [one("beside", Number.POSITIVE_INFINITY, ample)],
    broker: [one("broker", Number.POSITIVE_INFINITY, ample)],
    relay: [{ name: "relay", threads: 1, machine: ample }],
    others: FOLLOWING.others.map((name) => [one(name, 1, ample)]),
  };
}

export interface Load {
  readonly users: number;
  /** Between an answer and the next change of a user, in the mean. */
  readonly thinkMs: number;
}

/** What becomes of a load; `machine`: everything on these processors, clients, too. */
export function simulateChanges(
  costs: Costs,
  size: Size,
  { users, thinkMs }: Load,
  {
    machine = null,
    seconds = 30,
    seed = 1,
  }: { readonly machine?: Machine | null; readonly seconds?: number; readonly seed?: number } = {},
): Outcome {
  const { gateway, scenarios, compute, store, beside, broker, relay, others } = stations(size, machine);
  /** A part of what a service does for a change. */
  const part = (at: readonly Station[], { thread, beside: helpers }: Cost, share: number): readonly Step[] => [
    { at, meanMs: thread * share },
    { aside: [{ at: beside, meanMs: helpers * share }] },
  ];
  const gate = part(gateway, costs.gateway, 1 / (CALLS + 1));
  const asked: readonly Step[] = [
    ...part(scenarios, costs.scenarios, 1 / 4),
    { at: store, meanMs: costs.store / 2 },
    ...part(scenarios, costs.scenarios, 1 / 4),
  ];
  const { following, telling } = costs;
  const followed = (at: readonly Station[], times: number, more: number): Step => ({
    aside: [
      { at: store, meanMs: times * following.beside },
      { at, meanMs: times * following.thread + more },
    ],
  });
  const followers = [
    ...scenarios.map((each) => followed([each], FOLLOWING.each, telling)),
    ...others.map((each) => followed(each, 1, 0)),
  ];
  const route: readonly Step[] = [
    ...(machine === null ? [] : [{ at: beside, meanMs: costs.client }]),
    ...gate,
    ...asked,
    ...gate,
    ...part(compute, costs.compute, 1),
    ...gate,
    ...asked,
    { pauseMs: costs.commitMs },
    { aside: [{ at: relay, meanMs: costs.relayMs }] },
    { aside: [{ at: broker, meanMs: costs.broker * size.scenarios }] },
    ...followers,
    ...gate,
  ];
  /** What goes on anyhow, in pieces of a millisecond; nobody waits for it. */
  const anyhow: readonly Source[] =
    machine === null
      ? []
      : [{ route: [{ aside: [{ at: beside, meanMs: 1 }] }], perSecond: costs.idle, isBackground: true }];
  return simulate({ sources: [{ route, users, thinkMs }, ...anyhow], seed, warmUpMs: 10_000, forMs: seconds * 1_000 });
}

/** Share of a thread, or of the processors of the store, that may be busy: what is left is for moments in which more is asked. */
export const FULL = 0.7;

/** The fewest processes that so many changes a second keep busy for no more than `FULL`; two gateways and `scenarios` at least. */
export function sizeFor(costs: Costs, perSecond: number): Size {
  const enough = (ms: number): number => Math.max(1, Math.ceil((perSecond * ms) / 1_000 / FULL));
  const scenarios = Math.max(2, scenariosFor(costs, perSecond));
  const follows = scenarios * FOLLOWING.each + FOLLOWING.others.length;
  return {
    gateway: Math.max(2, enough(costs.gateway.thread)),
    scenarios,
    compute: enough(costs.compute.thread),
    processors: enough(costs.store + follows * costs.following.beside),
  };
}

/** Each follows all events, so what is left of one for changes becomes less the more there are. */
function scenariosFor(costs: Costs, perSecond: number): number {
  const left = FULL - (perSecond * followedMs(costs)) / 1_000;
  return left <= 0 ? Number.POSITIVE_INFINITY : Math.ceil((perSecond * costs.scenarios.thread) / 1_000 / left);
}

/** What an event costs each process of `scenarios`, whoever made it (ms). */
const followedMs = ({ following, telling }: Costs): number => FOLLOWING.each * following.thread + telling;

/** Changes a second beyond which no number of processes helps, and why. */
export function limitsOf(costs: Costs): readonly (readonly [what: string, perSecond: number])[] {
  return [
    ["one relay tells the broker of every event", 1_000 / costs.relayMs],
    ["every process of scenarios follows all events, and tells the broker", 1_000 / followedMs(costs)],
    ["one process of accounts, and of saved-scenarios, follows all events", 1_000 / costs.following.thread],
  ];
}
