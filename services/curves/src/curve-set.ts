/**
 * The set of curves of a scenario: what can be asked of it (commands), what then happened (events), what it is (state).
 * Pure. A file that is in a set stays as it is; which of them count is decided by the scenario.
 */
import type { curveSetEvents } from "@etesian/contracts/events/curve-set";
import type { Decider, Decision, EventOf } from "@etesian/event-store";

export type CurveSetEvent = EventOf<typeof curveSetEvents>;

/** A file of numbers, as it was received. */
export type CurveFile = Extract<CurveSetEvent, { type: "CurvesKept" }>["data"]["curves"][number];

export type CurveSet =
  /** Files by number, the first being 1. */
  { readonly status: "open"; readonly files: readonly CurveFile[] } | { readonly status: "dropped" };

export type CurveSetCommand =
  | { readonly type: "Keep"; readonly files: readonly CurveFile[] }
  | { readonly type: "Drop" };

/** Why a command was not carried out. */
export type Refusal = "dropped" | "full";

/** Files of a set: whoever attaches one every hour for a year has less. */
export const MAX_FILES = 10_000;

function decide(command: CurveSetCommand, set: CurveSet): Decision<CurveSetEvent, Refusal> {
  switch (command.type) {
    case "Keep":
      if (set.status === "dropped") return { refusal: "dropped" };
      if (set.files.length + command.files.length > MAX_FILES) return { refusal: "full" };
      return { events: [{ type: "CurvesKept", data: { curves: [...command.files] } }] };
    case "Drop":
      return { events: set.status === "dropped" ? [] : [{ type: "CurveSetDropped", data: {} }] };
    default:
      return command satisfies never;
  }
}

function evolve(set: CurveSet, event: CurveSetEvent): CurveSet {
  switch (event.type) {
    case "CurvesKept":
      return set.status === "open" ? { ...set, files: [...set.files, ...event.data.curves] } : set;
    case "CurveSetDropped":
      return { status: "dropped" };
    default:
      return event satisfies never;
  }
}

export const curveSet: Decider<CurveSet, CurveSetCommand, CurveSetEvent, Refusal> = {
  initial: { status: "open", files: [] },
  decide,
  evolve,
};
