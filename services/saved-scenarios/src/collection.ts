/**
 * The collection: scenarios and saved scenarios of one person under a title. Commands, events and state. Pure: callers
 * look up members.
 */
import type { collectionEvents } from "@etesian/contracts/events/collection";
import { SAVED } from "@etesian/contracts/limits";
import {
  type Caller,
  COLLECTION_RIGHTS,
  type CollectionOperation,
  denialOf,
  type Denial,
  type Scope,
  type Sharing,
} from "@etesian/contracts/rights";
import type { Decider, EventOf } from "@etesian/event-store";

export type CollectionEvent = EventOf<typeof collectionEvents>;

// ---- State

export type CollectionState = { readonly status: "absent" } | Collection | { readonly status: "deleted" };

export interface Collection {
  readonly status: "present";
  readonly owner: number;
  readonly title: string;
  /** Whether intermediate years are interpolated. */
  readonly interpolation: boolean;
  readonly area: string | null;
  readonly endYear: number | null;
  readonly modelVersion: string;
  /** In the order chosen by the user. */
  readonly savedScenarios: readonly number[];
  readonly scenarios: readonly number[];
  /** ISO 8601; null if it is not in the trash. */
  readonly discardedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

// ---- Commands

export type CollectionCommand =
  | CreateCollection
  | Change
  | { readonly type: "Delete"; readonly caller: Caller }
  /** `to`: null deletes the collection. */
  | { readonly type: "HandOver"; readonly from: number; readonly to: number | null };

export interface CreateCollection {
  readonly type: "Make";
  readonly owner: number;
  readonly title: string;
  readonly interpolation: boolean;
  readonly area: string | null;
  readonly endYear: number | null;
  readonly modelVersion: string;
  readonly savedScenarios: readonly number[];
  readonly scenarios: readonly number[];
}

/** Absent fields are left unchanged. */
export interface Change {
  readonly type: "Change";
  readonly caller: Caller;
  readonly title?: string | undefined;
  readonly savedScenarios?: readonly number[] | undefined;
  readonly scenarios?: readonly number[] | undefined;
  readonly discarded?: boolean | undefined;
}

/** Why a command was refused. */
export type CollectionRefusal =
  | { readonly reason: "taken" }
  | { readonly reason: "unknown" }
  | { readonly reason: Exclude<Denial, "missing_scope" | "read_only"> }
  | { readonly reason: "missing_scope"; readonly scopes: readonly Scope[] }
  | { readonly reason: "invalid"; readonly attribute: string; readonly message: string };

/** The collection's owner in the form that the table of rights needs. */
export const toShared = ({ owner }: Collection): Sharing => ({
  private: false,
  readOnly: false,
  roles: { [owner]: "owner" },
});

/** Returns the collection if the caller may use it, and a refusal otherwise. */
export function checkCollectionUse(
  operation: CollectionOperation,
  caller: Caller,
  state: CollectionState,
): { readonly collection: Collection } | { readonly refusal: CollectionRefusal } {
  if (state.status !== "present") return { refusal: { reason: "unknown" } };
  const reason = denialOf(operation, caller, toShared(state));
  if (reason === null || reason === "read_only") return { collection: state };
  if (reason === "missing_scope") return { refusal: { reason, scopes: COLLECTION_RIGHTS[operation].scopes } };
  return { refusal: { reason } };
}

// ---- Decisions

type CollectionDecision = { readonly events: readonly CollectionEvent[] } | { readonly refusal: CollectionRefusal };

function decide(command: CollectionCommand, state: CollectionState): CollectionDecision {
  switch (command.type) {
    case "Make": {
      const { type: _, ...fields } = command;
      if (state.status !== "absent") return { refusal: { reason: "taken" } };
      const { savedScenarios, scenarios } = fields;
      const data = { ...fields, savedScenarios: [...savedScenarios], scenarios: [...scenarios] };
      return problemOf(fields) ?? { events: [{ type: "CollectionMade", data }] };
    }
    case "HandOver": {
      if (state.status !== "present" || state.owner !== command.from || command.from === command.to) {
        return { events: [] };
      }
      if (command.to === null) return { events: [{ type: "CollectionDeleted", data: {} }] };
      return { events: [{ type: "CollectionHandedOver", data: { owner: command.to } }] };
    }
    case "Change":
      return change(command, state);
    case "Delete": {
      const access = checkCollectionUse("collection-delete", command.caller, state);
      return "refusal" in access ? access : { events: [{ type: "CollectionDeleted", data: {} }] };
    }
    default:
      return command satisfies never;
  }
}

function change(command: Change, state: CollectionState): CollectionDecision {
  const access = checkCollectionUse("collection-update", command.caller, state);
  if ("refusal" in access) return access;
  const { collection } = access;
  const { title = collection.title, savedScenarios = collection.savedScenarios, discarded } = command;
  const { scenarios = collection.scenarios } = command;
  const problem = problemOf({ ...collection, savedScenarios, scenarios });
  if (problem !== null) return problem;
  const events: CollectionEvent[] = [];
  const nextFields = { title, savedScenarios: [...savedScenarios], scenarios: [...scenarios] };
  const previousFields = {
    title: collection.title,
    savedScenarios: collection.savedScenarios,
    scenarios: collection.scenarios,
  };
  if (JSON.stringify(nextFields) !== JSON.stringify(previousFields))
    events.push({ type: "CollectionChanged", data: nextFields });
  if (discarded !== undefined && discarded !== (collection.discardedAt !== null)) {
    events.push({ type: discarded ? "CollectionDiscarded" : "CollectionRecovered", data: {} });
  }
  return { events };
}

function problemOf({
  interpolation,
  savedScenarios,
  scenarios,
}: Pick<Collection, "interpolation" | "savedScenarios" | "scenarios">): CollectionDecision | null {
  const invalid = (message: string): CollectionDecision => ({
    refusal: { reason: "invalid", attribute: "scenarios", message },
  });
  const members = savedScenarios.length + scenarios.length;
  if (members === 0) return invalid("must have at least one of scenario_ids and saved_scenario_ids");
  if (members > SAVED.members) return invalid(`exceeds maximum of ${SAVED.members} scenarios`);
  if (interpolation && savedScenarios.length > 1) {
    return invalid("interpolated collections cannot have more than 1 saved scenario");
  }
  return null;
}

// ---- Events to state

function evolve(state: CollectionState, event: CollectionEvent, time: string): CollectionState {
  if (event.type === "CollectionMade") {
    return { ...event.data, status: "present", discardedAt: null, createdAt: time, updatedAt: time };
  }
  if (state.status !== "present") return state;
  switch (event.type) {
    case "CollectionChanged":
      return { ...state, ...event.data, updatedAt: time > state.updatedAt ? time : state.updatedAt };
    case "CollectionDiscarded":
      return { ...state, discardedAt: time };
    case "CollectionRecovered":
      return { ...state, discardedAt: null };
    case "CollectionHandedOver":
      return { ...state, owner: event.data.owner };
    case "CollectionDeleted":
      return { status: "deleted" };
    default:
      return event satisfies never;
  }
}

export const collection: Decider<CollectionState, CollectionCommand, CollectionEvent, CollectionRefusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
