/**
 * A scenario's set of curves: commands, events and state. Pure. A file in a set never changes; the scenario decides
 * which files are attached.
 */
import { isDeepStrictEqual } from "node:util";
import type { curveSetEvents } from "@etesian/contracts/events/curve-set";
import { SCENARIOS } from "@etesian/contracts/limits";
import type { Decider, Decision, EventOf } from "@etesian/event-store";

export type CurveSetEvent = EventOf<typeof curveSetEvents>;

/** An uploaded file of numbers. */
export type CurveFile = Extract<CurveSetEvent, { type: "CurvesKept" }>["data"]["curves"][number];

export type CurveSet =
  /** Files by number, starting with 1. */
  { readonly status: "open"; readonly files: readonly CurveFile[] } | { readonly status: "dropped" };

export type CurveSetCommand =
  /** Adds files that the set lacks. */
  { readonly type: "Keep"; readonly files: readonly CurveFile[] } | { readonly type: "Drop" };

/** Why a command was refused. */
export type Refusal = "dropped" | "full";

/**
 * Number of a file in a set, from 1; null if the set lacks it. A repeated upload is the same file, so times are not
 * compared; statistics follow from the values.
 */
export function numberOf(set: CurveSet, file: CurveFile): number | null {
  if (set.status === "dropped") return null;
  const index = set.files.findLastIndex(
    (other) => other.hash === file.hash && isDeepStrictEqual(identityOf(other), identityOf(file)),
  );
  return index === -1 ? null : index + 1;
}

const identityOf = ({ keptAt: _keptAt, statistics: _statistics, ...identity }: CurveFile) => identity;

const keep = (newFiles: readonly CurveFile[], fileCount: number): Decision<CurveSetEvent, Refusal> => {
  if (newFiles.length === 0) return { events: [] };
  if (fileCount + newFiles.length > SCENARIOS.curveFiles) return { refusal: "full" };
  return { events: [{ type: "CurvesKept", data: { curves: [...newFiles] } }] };
};

function decide(command: CurveSetCommand, set: CurveSet): Decision<CurveSetEvent, Refusal> {
  switch (command.type) {
    case "Keep":
      if (set.status === "dropped") return { refusal: "dropped" };
      return keep(
        command.files.filter((file) => numberOf(set, file) === null),
        set.files.length,
      );
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
