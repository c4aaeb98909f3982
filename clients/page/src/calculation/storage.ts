/** The scenario service as seen by a session. */
import type { ChangedScenario, StoredScenario } from "./calculator.ts";
import type { PendingChange } from "./own-changes.ts";

export interface Storage {
  /** Stores a change for its author, only once even if it is sent repeatedly. */
  readonly change: (id: number, change: PendingChange) => Promise<StoreOutcome>;
  readonly readCurrent: (id: number) => Promise<StoredScenario>;
  /** An earlier version of a scenario. */
  readonly readVersion: (scenario: StoredScenario, version: number) => Promise<StoredScenario>;
  /** Restores a version, as a separate change. */
  readonly restore: (id: number, version: number, command: string) => Promise<RestoreOutcome>;
}

export type RestoreOutcome = { readonly kind: "restored" } | Exclude<StoreOutcome, { readonly kind: "stored" }>;

export type StoreOutcome =
  /** After a replacement, `scenario` is complete. */
  | { readonly kind: "stored"; readonly scenario: ChangedScenario; readonly warnings: readonly string[] }
  /** The server's messages, and its response. */
  | { readonly kind: "refused"; readonly errors: readonly string[]; readonly cause: Error }
  /** The scenario belongs to another person or has become read-only. */
  | { readonly kind: "denied"; readonly errors: readonly string[]; readonly cause: Error }
  /** No response, or a busy server: the change is sent again. */
  | { readonly kind: "unreachable"; readonly errors: readonly string[] }
  /** The person's sign-in has expired: the change is sent again after the next sign-in. */
  | { readonly kind: "signedOut" };
