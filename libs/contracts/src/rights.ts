/**
 * Who may do what: one table. Each route of the gateway names its row, scenarios decide by it, and
 * `npm run conformance -- access` walks through it. Pure.
 */

/** What tokens can allow. None implies another. */
export const SCOPES = ["scenarios:read", "scenarios:write", "scenarios:delete"] as const;
export type Scope = (typeof SCOPES)[number];
const [READ, WRITE, DELETE] = SCOPES;

/** What people can be to a scenario. Each may do what those before it may. */
export const ROLES = ["viewer", "collaborator", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Who may, at least: whoever shows a token we know ("known"), or has a role, which includes those above it. */
type Who = "anyone" | "known" | Role | "nobody";

/** What is done with a scenario, and who may. */
interface ScenarioRight {
  readonly about: string;
  /** Of a public scenario that somebody has a role in. */
  readonly public: Who;
  readonly private: Who;
  /** Of a scenario in which nobody has a role. */
  readonly unowned: Who;
  /** Whether it can be done with a read-only scenario, by the same people. */
  readonly readOnly: boolean;
  /** What a token has to allow, where one is shown. */
  readonly scopes: readonly Scope[];
}

// oxfmt-ignore
export const SCENARIO_RIGHTS = {
  read:   { about: "see it, calculate with it, clone it", public: "anyone",       private: "viewer",       unowned: "anyone", readOnly: true,  scopes: [] },
  update: { about: "change it",                           public: "collaborator", private: "collaborator", unowned: "anyone", readOnly: false, scopes: [WRITE] },
  couple: { about: "couple it with other models",         public: "collaborator", private: "collaborator", unowned: "known",  readOnly: false, scopes: [DELETE] },
  share:  { about: "see and change who has a role in it", public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [DELETE] },
  delete: { about: "delete it",                           public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [READ, DELETE] },
} as const satisfies { readonly [operation: string]: ScenarioRight };
export type ScenarioOperation = keyof typeof SCENARIO_RIGHTS;

/** Whatever is done with it: who cannot see a private scenario is told that there is none. */
const TO_SEE_PRIVATE = READ;

/** What is done without a scenario. */
interface OtherRight {
  readonly about: string;
  /** What becomes of who shows no token; null: the same as of others. */
  readonly anonymous: "login_required" | "unauthenticated" | null;
  /** What a token has to allow, where one is shown, and what becomes of one that does not. */
  readonly scopes: readonly Scope[];
  readonly otherwise: "not_found" | "missing_scope" | null;
  /** Whether a token is looked at; where not, a bad one does no harm. */
  readonly token: "checked" | "ignored";
}

// oxfmt-ignore
export const OTHER_RIGHTS = {
  model:  { about: "areas and queries",    anonymous: null,             scopes: [],      otherwise: null,            token: "ignored" },
  create: { about: "create a scenario",    anonymous: null,             scopes: [WRITE], otherwise: "not_found",     token: "checked" },
  list:   { about: "list one's scenarios", anonymous: "login_required", scopes: [READ],  otherwise: "missing_scope", token: "checked" },
  account: { about: "change one's account", anonymous: "unauthenticated", scopes: [],   otherwise: null,            token: "checked" },
  erase:  { about: "erase one's account",  anonymous: "unauthenticated", scopes: [DELETE], otherwise: "missing_scope", token: "checked" },
} as const satisfies { readonly [operation: string]: OtherRight };
export type OtherOperation = keyof typeof OTHER_RIGHTS;

/** A row of the table. */
export type Operation = ScenarioOperation | OtherOperation;

export const isOfScenario = (operation: Operation): operation is ScenarioOperation =>
  Object.hasOwn(SCENARIO_RIGHTS, operation);

/** Who asks. */
export interface Caller {
  /** Null: nobody we know. */
  readonly person: number | null;
  /** What the token allows; null: they showed none, and are held back by roles alone. */
  readonly scopes: readonly string[] | null;
  /** Passes every check of roles. */
  readonly admin: boolean;
}

/** What the table asks of a scenario. */
export interface Shared {
  readonly private: boolean;
  readonly readOnly: boolean;
  /** By number of the person; none: it is everybody's. */
  readonly roles: { readonly [person: number]: Role };
}

export type Denial = "hidden" | "not_yours" | "missing_scope" | "read_only";

/** How long an answer about a token is believed, in ms: so much later a revoked one ends at the latest. */
export const BELIEVED_MS = 5_000;

/** Why a caller may not do something with a scenario; null when they may. */
export function denied(operation: ScenarioOperation, caller: Caller, scenario: Shared): Denial | null {
  const right: ScenarioRight = SCENARIO_RIGHTS[operation];
  if (scenario.private && !(reaches("viewer", caller, scenario) && allows(caller, [TO_SEE_PRIVATE]))) return "hidden";
  const who = isUnowned(scenario) ? right.unowned : scenario.private ? right.private : right.public;
  if (!reaches(who, caller, scenario)) return scenario.private ? "hidden" : "not_yours";
  if (!allows(caller, right.scopes)) return "missing_scope";
  return scenario.readOnly && !right.readOnly ? "read_only" : null;
}

/** Whether a caller may do something with a scenario for being an admin alone. */
export const actsAsAdmin = (operation: ScenarioOperation, caller: Caller, scenario: Shared): boolean =>
  caller.admin &&
  denied(operation, caller, scenario) === null &&
  denied(operation, { ...caller, admin: false }, scenario) !== null;

/** Why a caller may not do something without a scenario; null when they may. */
export function deniedElsewhere(
  operation: OtherOperation,
  caller: Caller,
): "login_required" | "unauthenticated" | "not_found" | "missing_scope" | null {
  const right: OtherRight = OTHER_RIGHTS[operation];
  if (caller.person === null) return right.anonymous;
  return allows(caller, right.scopes) ? null : right.otherwise;
}

/** Whether nobody has a role in a scenario. */
export const isUnowned = ({ roles }: Shared): boolean => Object.keys(roles).length === 0;

/** What a caller is to a scenario; null: nothing. */
export const roleOf = ({ person }: Caller, { roles }: Shared): Role | null =>
  person !== null && Object.hasOwn(roles, person) ? roles[person]! : null;

function reaches(who: Who, caller: Caller, scenario: Shared): boolean {
  if (who === "anyone" || caller.admin) return true;
  if (who === "known") return caller.person !== null;
  const role = roleOf(caller, scenario);
  return who !== "nobody" && role !== null && ROLES.indexOf(role) >= ROLES.indexOf(who);
}

const allows = ({ scopes }: Caller, needed: readonly Scope[]): boolean =>
  scopes === null || needed.every((scope) => scopes.includes(scope));
