/** An API test case as data: the request, its caller, and the expected response. */

/** Callers; a request without one has no token. `owner` creates the owned scenarios, `leaver` is erased at the end. */
export const PEOPLE = ["owner", "other", "admin", "leaver"] as const;
export type Person = (typeof PEOPLE)[number];

export interface Step {
  /**
   * Method and path below `/api/v3`, or below the root if it begins with `//`. `{id}` is the row's own scenario,
   * `{name}` a value saved by an earlier step. Bodies and headers may contain both; a body's `"{id}"` alone becomes a
   * number.
   */
  readonly send: string;
  readonly as?: Person;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as a form. */
  readonly form?: string;
  /** Sent as the `file` field of a multipart form, after its other fields. */
  readonly file?: {
    readonly name: string;
    readonly content: string;
    readonly fields?: { readonly [name: string]: string };
  };
  readonly headers?: { readonly [name: string]: string };
  /** Saves the response's `id` under this name; `header etag as NAME` saves a header, `body a.b as NAME` a field. */
  readonly keep?: string;
  /** For a setup step whose response must be an error. */
  readonly isRefused?: true;
}

/**
 * The expected part of a response: objects may have more fields, lists may not have more items. Regular expressions
 * match strings, and functions check a value. `undefined` must be absent; `"{name}"` is the value saved under this
 * name.
 */
export type Pattern =
  | null
  | undefined
  | boolean
  | number
  | string
  | RegExp
  | ((value: never) => boolean)
  | readonly Pattern[]
  | { readonly [field: string]: Pattern };

export interface Row extends Step {
  readonly rule: string;
  /**
   * Source of the rule: a section of the API document (`4.1`), or a decision where the document does not cover it
   * (`d16`, listed in docs/reference/api-differences.md). `etm` is the behaviour of the ETM's own API, `own` is
   * specific to this API.
   */
  readonly source: string;
  /** Fields with which the row's scenario is created; the caller creates it, unless `creator` names another user. */
  readonly scenarioFields?: object;
  readonly creator?: Person | "nobody";
  readonly setup?: readonly Step[];
  readonly response: ExpectedResponse;
}

export interface ExpectedResponse {
  readonly status: number;
  /** The error's code. */
  readonly code?: string;
  /** A JSON body. */
  readonly body?: Pattern;
  /** Any other body. */
  readonly text?: Pattern;
  readonly headers?: { readonly [name: string]: Pattern };
}

/** The rows about one kind of resource, and their model: the small one, or the one with hours. */
export interface Resource {
  readonly name: string;
  readonly model: "village" | "starter";
  readonly rows: readonly Row[];
}
