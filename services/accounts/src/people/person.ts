/**
 * A person: commands, events and state. Pure. Personal data is passed as ciphertext, because no rule depends on its
 * content.
 */
import type { personEvents } from "@etesian/contracts/events/person";
import type { Legacy } from "@etesian/contracts/legacy";
import { ACCOUNTS } from "@etesian/contracts/limits";
import type { Scope } from "@etesian/contracts/rights";
import type { Decider, Decision, EventOf } from "@etesian/event-store";

const STREAM = /^person-(\d+)$/;
export const streamOf = (id: number): string => `person-${id}`;
/** The id of a stream's person; null for other streams. */
export function personOf(stream: string): number | null {
  const text = STREAM.exec(stream)?.[1];
  return text === undefined ? null : Number(text);
}

export type PersonEvent = EventOf<typeof personEvents>;

// ---- State

export type PersonState =
  | { readonly status: "absent" }
  | Person
  /** Being erased: anonymous, but some resources remain. */
  | { readonly status: "leaving"; readonly legacy: Legacy }
  /** Null if erased by a version without dispositions. */
  | { readonly status: "erased"; readonly legacy: Legacy | null };

export interface Person {
  readonly status: "present";
  /** False for a person known only by an email that another user entered. */
  readonly hasAccount: boolean;
  /** Sealed `Details`. */
  readonly details: string;
  /** Whether new scenarios are private by default. */
  readonly privateScenarios: boolean;
  readonly admin: boolean;
  /** The person they were coupled with, or null. */
  readonly into: number | null;
  /** Whether the account they were coupled with has removed their email, which can then be reused. */
  readonly isRemoved: boolean;
  /** Tokens by key; revoked ones are removed. */
  readonly tokens: { readonly [key: string]: Token };
}

export interface Token {
  /** Sealed with the person's key. */
  readonly label: string;
  readonly digest: string;
  readonly scopes: readonly Scope[];
  /** ISO 8601; null if it never expires. */
  readonly expiresAt: string | null;
}

// ---- Commands

export type PersonCommand =
  | { readonly type: "Invite"; readonly details: string }
  | { readonly type: "OpenAccount"; readonly details: string; readonly privateScenarios: boolean }
  | { readonly type: "ChangeAccount"; readonly details: string | null; readonly privateScenarios: boolean | null }
  /**
   * Couples the person with an account of the same person; `merge`: even if they have their own account, which is then
   * closed.
   */
  | { readonly type: "Couple"; readonly into: number; readonly merge: boolean }
  /** Their email is no longer an address of the account they were coupled with. */
  | { readonly type: "RemoveAddress" }
  /** Adds an identity at another issuer. */
  | { readonly type: "AddIdentity"; readonly identity: string }
  | { readonly type: "SetAdmin"; readonly admin: boolean }
  | ({ readonly type: "IssueToken"; readonly token: string } & Token)
  | { readonly type: "RevokeToken"; readonly token: string }
  | { readonly type: "BeginErasure"; readonly legacy: Legacy }
  /** Their key was deleted. */
  | { readonly type: "FinishErasure" };

/** Why a command was refused. */
export type Refusal =
  | "no_account"
  | "has_account"
  | "leaving"
  | "erased"
  | "too_many_tokens"
  | "no_such_token"
  | "no_such_address";

// ---- Decisions

function decide(command: PersonCommand, state: PersonState): Decision<PersonEvent, Refusal> {
  if (command.type === "FinishErasure") {
    return { events: state.status === "erased" ? [] : [{ type: "PersonErased", data: {} }] };
  }
  if (command.type === "BeginErasure") {
    // A second request has no effect: the first choice of dispositions is kept.
    return { events: state.status === "present" ? [{ type: "ErasureBegun", data: command.legacy }] : [] };
  }
  if (state.status === "leaving" || state.status === "erased") return { refusal: state.status };
  if (command.type === "OpenAccount") {
    if (state.status === "present" && (state.hasAccount || state.into !== null)) return { refusal: "has_account" };
    const { details, privateScenarios } = command;
    return { events: [{ type: "AccountOpened", data: { details, privateScenarios } }] };
  }
  if (command.type === "Invite") {
    const { details } = command;
    return { events: state.status === "present" ? [] : [{ type: "PersonInvited", data: { details } }] };
  }
  if (command.type === "Couple") {
    if (state.status === "absent") return { refusal: "no_account" };
    // A coupling is permanent, and a person with an account is not coupled this way.
    if (state.into !== null || (state.hasAccount && !command.merge)) return { events: [] };
    return { events: [{ type: "PersonCoupled", data: { into: command.into } }] };
  }
  if (command.type === "RemoveAddress") {
    if (state.status === "absent" || state.into === null) return { refusal: "no_such_address" };
    return { events: state.isRemoved ? [] : [{ type: "AddressRemoved", data: {} }] };
  }
  if (state.status === "absent" || !state.hasAccount) return { refusal: "no_account" };
  switch (command.type) {
    case "ChangeAccount": {
      const { details, privateScenarios } = command;
      const events: PersonEvent[] = details === null ? [] : [{ type: "DetailsChanged", data: { details } }];
      if (privateScenarios !== null && privateScenarios !== state.privateScenarios) {
        events.push({ type: "PrivacyChanged", data: { privateScenarios } });
      }
      return { events };
    }
    case "SetAdmin":
      if (command.admin === state.admin) return { events: [] };
      return { events: [{ type: command.admin ? "AdminGranted" : "AdminWithdrawn", data: {} }] };
    case "IssueToken": {
      if (Object.keys(state.tokens).length >= ACCOUNTS.tokens) return { refusal: "too_many_tokens" };
      const { token, label, digest, scopes, expiresAt } = command;
      return { events: [{ type: "TokenIssued", data: { token, label, digest, scopes: [...scopes], expiresAt } }] };
    }
    case "AddIdentity":
      return { events: [{ type: "IdentityAdded", data: { identity: command.identity } }] };
    case "RevokeToken":
      if (!Object.hasOwn(state.tokens, command.token)) return { refusal: "no_such_token" };
      return { events: [{ type: "TokenRevoked", data: { token: command.token } }] };
    default:
      return command satisfies never;
  }
}

// ---- Events to state

function evolve(state: PersonState, event: PersonEvent): PersonState {
  if (event.type === "PersonInvited") return { ...NEW_PERSON, ...event.data, hasAccount: false };
  if (event.type === "AccountOpened") return { ...NEW_PERSON, ...event.data, hasAccount: true };
  if (event.type === "PersonErased") {
    return { status: "erased", legacy: state.status === "leaving" ? state.legacy : null };
  }
  if (state.status !== "present") return state;
  switch (event.type) {
    case "PersonCoupled":
      return { ...state, into: event.data.into, hasAccount: false, tokens: {} };
    case "AddressRemoved":
      return { ...state, isRemoved: true };
    case "IdentityAdded":
      return state;
    case "DetailsChanged":
    case "PrivacyChanged":
      return { ...state, ...event.data };
    case "AdminGranted":
      return { ...state, admin: true };
    case "AdminWithdrawn":
      return { ...state, admin: false };
    case "TokenIssued": {
      const { token, ...facts } = event.data;
      return { ...state, tokens: { ...state.tokens, [token]: facts } };
    }
    case "TokenRevoked": {
      const { [event.data.token]: _, ...tokens } = state.tokens;
      return { ...state, tokens };
    }
    case "ErasureBegun":
      return { status: "leaving", legacy: event.data };
    default:
      return event satisfies never;
  }
}

const NEW_PERSON = {
  status: "present",
  privateScenarios: false,
  admin: false,
  into: null,
  isRemoved: false,
  tokens: {},
} as const;

export const person: Decider<PersonState, PersonCommand, PersonEvent, Refusal> = {
  initial: { status: "absent" },
  decide,
  evolve,
};
