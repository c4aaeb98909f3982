/** The sweep: commands, events, state and rules. Pure: callers check the specification and its size first. */
import type { sweepEvents } from "@etesian/contracts/events/sweep";
import type { Caller } from "@etesian/contracts/rights";
import type { Aggregates, Decider, Decision, EventOf } from "@etesian/event-store";

export type SweepEvent = EventOf<typeof sweepEvents>;

// ---- State

export type SweepState = { readonly status: "absent" } | ExistingSweep;

/** A requested sweep. */
export interface ExistingSweep extends RequestedSweep {
  readonly status: "requested" | "running" | "completed" | "failed" | "cancelled" | "expired";
  /** Variants with errors; null before it is completed. */
  readonly failed: number | null;
  /** Reason for the failure; null if it did not fail. */
  readonly reason: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface RequestedSweep {
  /** Null for a sweep that was requested without a token. */
  readonly owner: number | null;
  readonly scenario: number;
  readonly scenarioVersion: number;
  readonly creation: string;
  readonly spec: string;
  readonly variants: number;
  readonly bytes: number;
  readonly seconds: number;
  /** Texts by name, set by the owner; absent if there are none. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
}

// ---- Commands

export type SweepCommand =
  | ({ readonly type: "Request" } & RequestedSweep)
  | { readonly type: "Start" }
  | { readonly type: "Complete"; readonly failed: number }
  | { readonly type: "Fail"; readonly reason: string }
  | { readonly type: "Cancel"; readonly caller: Caller }
  | { readonly type: "Expire" };

export interface SweepRefusal {
  readonly reason: "taken" | "unknown" | "not_yours" | "over";
}

export type Sweeps = Aggregates<SweepState, SweepCommand, SweepEvent, SweepRefusal>;

/** Whether a sweep is to be calculated. */
export const isOpen = (state: SweepState): state is ExistingSweep =>
  state.status === "requested" || state.status === "running";

/** Whether its files are stored. */
export const hasResults = ({ status }: SweepState): boolean =>
  status === "requested" || status === "running" || status === "completed";

// ---- Decisions

function decide(command: SweepCommand, state: SweepState): Decision<SweepEvent, SweepRefusal> {
  if (command.type === "Request") {
    const { type: _, ...data } = command;
    return state.status === "absent"
      ? { events: [{ type: "SweepRequested", data }] }
      : { refusal: { reason: "taken" } };
  }
  if (state.status === "absent") return { refusal: { reason: "unknown" } };
  switch (command.type) {
    case "Start":
      if (!isOpen(state)) return { refusal: { reason: "over" } };
      // A running sweep continues after an interruption.
      return { events: state.status === "running" ? [] : [{ type: "SweepStarted", data: {} }] };
    case "Complete":
      return state.status === "running"
        ? { events: [{ type: "SweepCompleted", data: { failed: command.failed } }] }
        : { refusal: { reason: "over" } };
    case "Fail":
      return isOpen(state)
        ? { events: [{ type: "SweepFailed", data: { reason: command.reason } }] }
        : { refusal: { reason: "over" } };
    case "Cancel": {
      const { person, admin } = command.caller;
      if (!admin && state.owner !== null && state.owner !== person) return { refusal: { reason: "not_yours" } };
      return { events: hasResults(state) ? [{ type: "SweepCancelled", data: {} }] : [] };
    }
    case "Expire":
      return { events: hasResults(state) ? [{ type: "SweepExpired", data: {} }] : [] };
  }
}

// ---- Events to state

function evolve(state: SweepState, event: SweepEvent, time: string): SweepState {
  if (event.type === "SweepRequested")
    return { ...event.data, status: "requested", failed: null, reason: null, createdAt: time, updatedAt: time };
  if (state.status === "absent") return state;
  const updatedState = { ...state, updatedAt: time };
  switch (event.type) {
    case "SweepStarted":
      return { ...updatedState, status: "running" };
    case "SweepCompleted":
      return { ...updatedState, status: "completed", failed: event.data.failed };
    case "SweepFailed":
      return { ...updatedState, status: "failed", reason: event.data.reason };
    case "SweepCancelled":
      return { ...updatedState, status: "cancelled" };
    case "SweepExpired":
      return { ...updatedState, status: "expired" };
    default:
      return event satisfies never;
  }
}

export const sweepDecider: Decider<SweepState, SweepCommand, SweepEvent, SweepRefusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
