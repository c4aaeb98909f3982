/**
 * Limits on requests and on stored data, for the services and their clients: the only place that defines them
 * (`scripts/limits.test.ts`). docs/reference/limits.md is generated from the comments and values. Limits that operators set are
 * settings; a bound of the caches, queues or waiting times of one package is in that package.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KIB = 1024;
const MIB = 1024 * KIB;

/** Attempts within a time; the next one is refused. */
export interface Rate {
  readonly times: number;
  readonly withinMs: number;
}

/** Requests */
export const REQUESTS = {
  /** Nesting of lists and objects in a body */
  levels: 100,
  /** Values in a body; enough for all queries and inputs of the largest model, and each takes some microseconds */
  values: 20_000,
  /** Keys in a body, more than twice the inputs of the largest model; a key costs as much as ten values */
  keys: 5_000,
  /** Characters of a parameter in a path: longer than any key, and short enough to be logged */
  pathParameterLength: 16_384,
  /** Characters of a string that is read as a number; no double needs more digits */
  numberLength: 64,
  /** Largest ID and count */
  id: 0x7fff_ffff,
  /** Time that a client may take to send a request */
  sendingMs: 30_000,
  /** Time from the arrival of a request to its response, including queueing */
  responseMs: 60_000,
  /** Time that a connection may be open without traffic: longer than any response takes */
  idleMs: 2 * MINUTE_MS,
} as const;

/** Idempotency keys */
export const IDEMPOTENCY_KEYS = {
  /** Minimum characters of a key */
  minLength: 16,
  /** Maximum characters of a key */
  maxLength: 255,
} as const;

/** Lists */
export const LISTS = {
  /** Items of a page */
  perPage: 100,
  /** Items of a page if the request sets no limit */
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
  /** Cells of a table; the service holds the figures of all its scenarios */
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
  /** Characters of the name of a file; longer names are shortened */
  nameLength: 255,
  /** Fields of a form with a file */
  fields: 20,
  /** A field of a form with a file */
  fieldBytes: 10_000,
} as const;

/** Texts */
export const TEXTS = {
  /** Characters of a title of a scenario, saved scenario or collection */
  titleLength: 255,
  /** Characters of a description of a saved scenario, or of a tagged version */
  descriptionLength: 60_000,
  /** Characters of the source of a scenario */
  sourceLength: 255,
  /** Characters of a person's name */
  nameLength: 255,
  /** Characters of the purpose of a token */
  labelLength: 255,
  /** Characters of any other field of a form for signing in or for an account */
  fieldLength: 1_000,
  /** Characters of a link's secret with the address that it confirms */
  secretLength: 2_000,
  /** Characters of any other part of a link in an email */
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
  /** Files of curves of a scenario, including detached ones: more than one upload per hour for a year */
  curveFiles: 10_000,
  /** Updates with queries that wait for one scenario */
  waitingUpdates: 16,
  /** Time that an update with queries waits */
  updateWaitMs: MINUTE_MS,
  /** Changes that wait for a slow listener; it is disconnected, and resumes after its last event */
  waitingChanges: 1_000,
} as const;

/** Saved scenarios and collections */
export const SAVED = {
  /** Earlier versions of a saved scenario; the oldest are dropped */
  versions: 20,
  /** Scenarios and saved scenarios of a collection */
  members: 6,
  /** Ids in one field of a request */
  ids: 100,
} as const;

/** Comments */
export const COMMENTS = {
  /** Comments of a scenario, without deleted ones */
  ofScenario: 500,
  /** Characters of a comment */
  length: 2_000,
  /** People that a comment mentions */
  mentions: 20,
  /** Characters of an encrypted comment: four bytes for each character, in base64, with nonce and tag */
  sealedLength: 16_000,
  /** Characters of the key of a slider or chart */
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
  /** Characters of the ID of a client, of a person at another provider, and of a client's name */
  clientLength: 255,
} as const;

/** Passwords */
export const PASSWORDS = {
  /** Minimum characters of a password */
  minLength: 10,
  /** Maximum characters of a password: enough for passphrases; limits the hashing that anonymous requests cause */
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
  /** Emails with a link to sign in, for one email address */
  links: { times: 5, withinMs: HOUR_MS },
  /** Emails with a link to sign in, requested from one IP address */
  linksOfAddress: { times: 30, withinMs: HOUR_MS },
  /** Emails that confirm a new address, for one account */
  newEmails: { times: 5, withinMs: HOUR_MS },
  /** Emails that confirm a new address, to that address */
  newEmailsToAddress: { times: 5, withinMs: HOUR_MS },
  /** Emails with invitations from one person, which could otherwise flood mailboxes */
  invitations: { times: 200, withinMs: DAY_MS },
  /** Emails with mentions by one person, which could otherwise flood mailboxes */
  mentions: { times: 200, withinMs: DAY_MS },
  /** Registrations of clients from one IP address */
  registrations: { times: 20, withinMs: HOUR_MS },
  /** Requests of clients without a signed-in person, from one IP address */
  interactions: { times: 100, withinMs: 15 * MINUTE_MS },
  /** Reports of differences from one IP address: a page sends one for a recipe */
  reports: { times: 20, withinMs: MINUTE_MS },
} as const satisfies { readonly [name: string]: Rate };

/** Links in emails */
export const LINKS = {
  /** Validity of a link to sign in */
  signInMs: HOUR_MS,
  /** Validity of a link that confirms a new email address */
  newEmailMs: HOUR_MS,
  /** Validity of an invitation, and minimum time between invitations to one resource */
  invitationMs: 30 * DAY_MS,
} as const;

/** Reports of differences between the results of a client and of the service */
export const REPORTS = {
  /** A report */
  bytes: 64 * KIB,
  /** Differences in a report: enough for all queries and some curves of a large model */
  differences: 1_000_000,
  /** Examples in a report */
  examples: 20,
  /** Characters of a key, and of the name of a browser */
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
  /** Cells of a CSV file; larger tables have only a Parquet file */
  csvCells: 2_000_000,
} as const;
