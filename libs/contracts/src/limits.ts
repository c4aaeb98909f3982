/**
 * Limits on requests and on stored data, for the services and their clients. They are defined only here
 * (`scripts/limits.test.ts`). docs/reference/limits.md is generated from the comments and values. Limits that operators
 * set are settings; bounds on one package's caches, queues or waiting times are in that package.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KIB = 1024;
const MIB = 1024 * KIB;

/** Attempts allowed within a period; further ones are refused. */
export interface Rate {
  readonly times: number;
  readonly withinMs: number;
}

/** Requests */
export const REQUESTS = {
  /** Nesting of lists and objects in a body */
  levels: 100,
  /** Values in a body; enough for all queries and inputs of the largest model, and each takes a few microseconds */
  values: 20_000,
  /** Keys in a body, more than twice the inputs of the largest model; a key costs as much as ten values */
  keys: 5_000,
  /** Characters in a path parameter: longer than any key, and short enough to be logged */
  pathParameterLength: 16_384,
  /** Characters in a string that is parsed as a number; no double needs more digits */
  numberLength: 64,
  /** Largest ID and count */
  id: 0x7fff_ffff,
  /** Time that a client may take to send a request */
  sendingMs: 30_000,
  /** Time from the arrival of a request to its response, including queueing */
  responseMs: 60_000,
  /** Time for which a connection may stay open without traffic: longer than any response takes */
  idleMs: 2 * MINUTE_MS,
} as const;

/** Idempotency keys */
export const IDEMPOTENCY_KEYS = {
  /** Minimum characters in a key */
  minLength: 16,
  /** Maximum characters in a key */
  maxLength: 255,
} as const;

/** Lists */
export const LISTS = {
  /** Items per page */
  perPage: 100,
  /** Items per page if the request sets no limit */
  perPageByDefault: 25,
  /** Collections in a list; the newest are returned */
  collections: 1_000,
} as const;

/** Requests for several scenarios */
export const BATCHES = {
  /** Scenarios requested, merged or interpolated, and years between them */
  scenarios: 100,
  /** Results of queries: scenarios times queries */
  results: 100_000,
  /** Cells in a table; the service holds the figures of all its scenarios in memory */
  cells: 4_000_000,
  /** People whose roles change, because each change is an event */
  people: 100,
} as const;

/** Files and forms */
export const FILES = {
  /** An uploaded curve */
  curveBytes: MIB,
  /** An ESDL file */
  esdlBytes: 5 * MIB,
  /** A dump, which may contain all curves that a scenario can have */
  dumpBytes: 64 * MIB,
  /** Values in a dump */
  dumpValues: 2_000_000,
  /** Characters in a file name; longer names are shortened */
  nameLength: 255,
  /** Fields in a form with a file */
  fields: 20,
  /** A field in a form with a file */
  fieldBytes: 10_000,
} as const;

/** Texts */
export const TEXTS = {
  /** Characters in the title of a scenario, saved scenario or collection */
  titleLength: 255,
  /** Characters in the description of a saved scenario or a tagged version */
  descriptionLength: 60_000,
  /** Characters in the source of a scenario */
  sourceLength: 255,
  /** Characters in a person's name */
  nameLength: 255,
  /** Characters in the purpose of a token */
  labelLength: 255,
  /** Characters in any other field of a sign-in or account form */
  fieldLength: 1_000,
  /** Characters in a link's secret with the address that it confirms */
  secretLength: 2_000,
  /** Characters in any other part of a link in an email */
  linkLength: 100,
} as const;

/** Scenarios */
export const SCENARIOS = {
  /** The metadata of a scenario, as JSON */
  metadataBytes: 64 * KIB,
  /** Nesting of lists and objects in metadata: enough for users, and far below the depth that a call stack allows */
  metadataLevels: 32,
  /** The last end year */
  lastYear: 9_999,
  /** Curve files of a scenario, including detached ones: more than one upload per hour for a year */
  curveFiles: 10_000,
  /** Queued updates with queries for one scenario */
  waitingUpdates: 16,
  /** Time for which an update with queries is queued */
  updateWaitMs: MINUTE_MS,
  /** Changes queued for a slow listener; beyond that, it is disconnected and resumes after its last event */
  waitingChanges: 1_000,
} as const;

/** Saved scenarios and collections */
export const SAVED = {
  /** Earlier versions of a saved scenario; the oldest are dropped */
  versions: 20,
  /** Scenarios and saved scenarios in a collection */
  members: 6,
  /** IDs in one field of a request */
  ids: 100,
} as const;

/** Comments */
export const COMMENTS = {
  /** Comments on a scenario, excluding deleted ones */
  ofScenario: 500,
  /** Characters in a comment */
  length: 2_000,
  /** People mentioned in a comment */
  mentions: 20,
  /** Characters in an encrypted comment: four bytes for each character, in base64, with nonce and tag */
  sealedLength: 16_000,
  /** Characters in the key of a slider or chart */
  keyLength: 200,
  /** Minimum time between two emails to a person about comments on one scenario */
  emailPauseMs: HOUR_MS,
} as const;

/** Accounts */
export const ACCOUNTS = {
  /** Active tokens of a person */
  tokens: 100,
  /** Days until a token expires */
  tokenDays: 36_500,
  /** Characters in a client's ID or name, and in a person's ID at another provider */
  clientLength: 255,
} as const;

/** Passwords */
export const PASSWORDS = {
  /** Minimum characters in a password */
  minLength: 10,
  /** Maximum characters in a password: enough for passphrases; limits the hashing that anonymous requests cause */
  maxLength: 200,
} as const;

/** Attempts */
export const ATTEMPTS = {
  /** Wrong passwords for an email from one IP address */
  password: { times: 10, withinMs: 15 * MINUTE_MS },
  /** Wrong passwords for an email from all IP addresses; signing in by email remains possible */
  passwordsOfAll: { times: 100, withinMs: HOUR_MS },
  /** Passwords from one IP address */
  passwordsOfAddress: { times: 100, withinMs: 15 * MINUTE_MS },
  /** Emails with a sign-in link, to one address */
  links: { times: 5, withinMs: HOUR_MS },
  /** Emails with a sign-in link, requested from one IP address */
  linksOfAddress: { times: 30, withinMs: HOUR_MS },
  /** Emails that confirm a new address, for one account */
  newEmails: { times: 5, withinMs: HOUR_MS },
  /** Emails that confirm a new address, to that address */
  newEmailsToAddress: { times: 5, withinMs: HOUR_MS },
  /** Invitation emails from one person, who could otherwise flood mailboxes */
  invitations: { times: 200, withinMs: DAY_MS },
  /** Mention emails from one person, who could otherwise flood mailboxes */
  mentions: { times: 200, withinMs: DAY_MS },
  /** Registrations of clients from one IP address */
  registrations: { times: 20, withinMs: HOUR_MS },
  /** Client requests without a signed-in person, from one IP address */
  interactions: { times: 100, withinMs: 15 * MINUTE_MS },
  /** Reports of differences from one IP address: a page sends one per recipe */
  reports: { times: 20, withinMs: MINUTE_MS },
} as const satisfies { readonly [name: string]: Rate };

/** Links in emails */
export const LINKS = {
  /** Validity of a sign-in link */
  signInMs: HOUR_MS,
  /** Validity of a link that confirms a new email address */
  newEmailMs: HOUR_MS,
  /** Validity of an invitation, and minimum time between invitations to one resource */
  invitationMs: 30 * DAY_MS,
} as const;

/** Reports of differences between a client's results and the service's */
export const REPORTS = {
  /** A report */
  bytes: 64 * KIB,
  /** Differences in a report: enough for all queries and some curves of a large model */
  differences: 1_000_000,
  /** Examples in a report */
  examples: 20,
  /** Characters in a key, and in the name of a browser */
  textLength: 300,
} as const;

export interface SweepLimits {
  readonly variants: number;
  readonly outputs: number;
  readonly cells: number;
  readonly processorSeconds: number;
  readonly open: number;
  readonly bytes: number;
  readonly days: number;
}

/** Sweeps of a caller with a token */
export const SWEEPS_WITH_TOKEN = {
  /** Variants of a sweep */
  variants: 100_000,
  /** Columns of figures */
  outputs: 250,
  /** Variants times columns of factors and figures */
  cells: 5_000_000,
  /** Estimated CPU time */
  processorSeconds: 7_200,
  /** Sweeps that are queued or running */
  open: 10,
  /** Stored results of all sweeps */
  bytes: 2_000_000_000,
  /** Days until results are deleted */
  days: 30,
} as const satisfies SweepLimits;

/** Sweeps of all callers without a token */
export const SWEEPS_WITHOUT_TOKEN = {
  /** Variants of a sweep */
  variants: 2_000,
  /** Columns of figures */
  outputs: 60,
  /** Variants times columns of factors and figures */
  cells: 100_000,
  // Opening 400 areas takes up to four minutes.
  /** Estimated CPU time */
  processorSeconds: 300,
  /** Sweeps that are queued or running */
  open: 4,
  /** Stored results of all sweeps */
  bytes: 200_000_000,
  /** Days until results are deleted */
  days: 1,
} as const satisfies SweepLimits;

/** Files of sweeps */
export const SWEEP_FILES = {
  /** Cells in a CSV file; larger tables have only a Parquet file */
  csvCells: 2_000_000,
} as const;
