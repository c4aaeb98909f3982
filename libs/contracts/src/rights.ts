/**
 * All rights in one table. Each route of the gateway names its row, scenarios decide by it, and `npm run conformance --
 * access` tries every row. Pure.
 */

/** Scopes of tokens. None implies another. */
export const SCOPES = ["scenarios:read", "scenarios:write", "scenarios:delete"] as const;
export type Scope = (typeof SCOPES)[number];
const [READ, WRITE, DELETE] = SCOPES;
export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** Personal data that a program can be granted: the e-mail address, the name. Scopes of OpenID. */
export const CLAIMS = ["email", "profile"] as const;
export type Claim = (typeof CLAIMS)[number];
export const isClaim = (text: string): text is Claim => CLAIMS.some((claim) => claim === text);

/** Roles in a scenario. Each includes the rights of those before it. */
export const ROLES = ["viewer", "collaborator", "owner"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The least caller with the right: every caller with a valid token ("known"), or a role, which includes those above it.
 */
type Who = "anyone" | "known" | Role | "nobody";

/** An operation on a scenario, a saved scenario or a collection, and the callers with the right to it. */
export interface Right {
  readonly about: string;
  /** Of a public scenario in which a user has a role. */
  readonly public: Who;
  readonly private: Who;
  /** Of a scenario in which no user has a role. */
  readonly unowned: Who;
  /** Whether it can be done with a read-only scenario, by the same people. */
  readonly readOnly: boolean;
  /** Scopes that a token needs, where the caller shows one. */
  readonly scopes: readonly Scope[];
}

// oxfmt-ignore
export const SCENARIO_RIGHTS = {
  read:   { about: "see it, calculate with it, clone it", public: "anyone",       private: "viewer",       unowned: "anyone", readOnly: true,  scopes: [] },
  update: { about: "change it",                           public: "collaborator", private: "collaborator", unowned: "anyone", readOnly: false, scopes: [WRITE] },
  settings: { about: "make it private, public or read-only", public: "owner",      private: "owner",        unowned: "nobody", readOnly: false, scopes: [WRITE] },
  couple: { about: "couple it with other models",         public: "collaborator", private: "collaborator", unowned: "known",  readOnly: false, scopes: [DELETE] },
  users:  { about: "see who has a role in it",            public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [READ] },
  share:  { about: "change who has a role in it",         public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [DELETE] },
  delete: { about: "delete it",                           public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [READ, DELETE] },
} as const satisfies { readonly [operation: string]: Right };
export type ScenarioOperation = keyof typeof SCENARIO_RIGHTS;

/** Operations on a saved scenario. It always has an owner, is never read-only, and needs a token in all of them. */
// oxfmt-ignore
export const SAVED_RIGHTS = {
  "saved-read":     { about: "see a saved scenario",                                    public: "known",        private: "viewer",       unowned: "nobody", readOnly: true, scopes: [READ] },
  "saved-update":   { about: "change it",                                               public: "collaborator", private: "collaborator", unowned: "nobody", readOnly: true, scopes: [READ, WRITE] },
  "saved-settings": { about: "make it private or public, take it out of the trash",     public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, WRITE] },
  "saved-users":    { about: "see who has a role in it",                                public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ] },
  "saved-share":    { about: "change who has a role in it, and in its versions",        public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, WRITE, DELETE] },
  "saved-delete":   { about: "put it into the trash, delete it",                        public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, DELETE] },
} as const satisfies { readonly [operation: string]: Right };
export type SavedOperation = keyof typeof SAVED_RIGHTS;

/** Operations on a collection, which belongs to its owner alone. */
// oxfmt-ignore
export const COLLECTION_RIGHTS = {
  "collection-read":   { about: "see a collection", public: "owner", private: "owner", unowned: "nobody", readOnly: true, scopes: [READ] },
  "collection-update": { about: "change it",        public: "owner", private: "owner", unowned: "nobody", readOnly: true, scopes: [READ, WRITE] },
  "collection-delete": { about: "delete it",        public: "owner", private: "owner", unowned: "nobody", readOnly: true, scopes: [READ, DELETE] },
} as const satisfies { readonly [operation: string]: Right };
export type CollectionOperation = keyof typeof COLLECTION_RIGHTS;

/** Operations on an existing resource. */
export type ResourceOperation = ScenarioOperation | SavedOperation | CollectionOperation;

const RIGHTS: { readonly [O in ResourceOperation]: Right } = {
  ...SCENARIO_RIGHTS,
  ...SAVED_RIGHTS,
  ...COLLECTION_RIGHTS,
};

/** For every operation: a private scenario does not exist for callers without the right to see it. */
const TO_SEE_PRIVATE = READ;

/** Operations without an existing resource. */
interface OtherRight {
  readonly about: string;
  /** The refusal of a caller without a token; null: served as others are. */
  readonly anonymous: "login_required" | "unauthenticated" | "not_admin" | null;
  /** Scopes that a token needs, where the caller shows one, and the refusal of a token without them. */
  readonly scopes: readonly Scope[];
  readonly refusal: "missing_scope" | null;
  /** Whether only those may who pass every check of roles. */
  readonly admins?: true;
  /** Whether a token is looked at; where not, a bad one does no harm. */
  readonly token: "checked" | "ignored";
  /** The refusal of a session of our own pages, which do this themselves after they have asked for the password. */
  readonly inSession?: "password_required";
}

// oxfmt-ignore
export const OTHER_RIGHTS = {
  model:  { about: "areas and queries",    anonymous: null,             scopes: [],      refusal: null,            token: "ignored" },
  create: { about: "create a scenario",    anonymous: null,             scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  load:   { about: "load a dump",          anonymous: "not_admin",      scopes: [WRITE], refusal: "missing_scope", token: "checked", admins: true },
  list:   { about: "list one's scenarios", anonymous: "login_required", scopes: [READ],  refusal: "missing_scope", token: "checked" },
  save:       { about: "save a scenario",            anonymous: "unauthenticated", scopes: [READ, WRITE], refusal: "missing_scope", token: "checked" },
  "list-saved": { about: "list one's saved scenarios", anonymous: "unauthenticated", scopes: [READ],     refusal: "missing_scope", token: "checked" },
  collect:    { about: "make a collection",          anonymous: "unauthenticated", scopes: [READ, WRITE], refusal: "missing_scope", token: "checked" },
  "list-collections": { about: "list one's collections", anonymous: "unauthenticated", scopes: [READ],   refusal: "missing_scope", token: "checked" },
  account: { about: "change one's account", anonymous: "unauthenticated", scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  erase:  { about: "erase one's account",  anonymous: "unauthenticated", scopes: [DELETE], refusal: "missing_scope", token: "checked", inSession: "password_required" },
} as const satisfies { readonly [operation: string]: OtherRight };
export type OtherOperation = keyof typeof OTHER_RIGHTS;

/** A row of the table. */
export type Operation = ResourceOperation | OtherOperation;

export const rightOf = (operation: ResourceOperation): Right => RIGHTS[operation];

export const isResourceOperation = (operation: Operation): operation is ResourceOperation =>
  Object.hasOwn(RIGHTS, operation);

/** The caller. */
export interface Caller {
  /** Null: anonymous. */
  readonly person: number | null;
  /** Scopes of the token; null: no token, so that roles alone limit the caller. */
  readonly scopes: readonly string[] | null;
  /** Passes every check of roles. */
  readonly admin: boolean;
}

/** The same, from what a call says of itself; services have no rights of their own. */
export const callerOf = ({ actor, scopes, admin }: Omit<Caller, "person"> & { readonly actor: string }): Caller => ({
  person: actor.startsWith("user:") ? Number(actor.slice("user:".length)) : null,
  scopes,
  admin,
});

/** The facts of a scenario that rights depend on. */
export interface Shared {
  readonly private: boolean;
  readonly readOnly: boolean;
  /** By number of the person; none: it is unowned. */
  readonly roles: { readonly [person: number]: Role };
}

export type Denial = "hidden" | "not_yours" | "missing_scope" | "read_only";

/** The refusal of an operation in a session of our own pages; null: a session may do what its person may. */
export function deniedInSession(operation: Operation): "password_required" | null {
  if (isResourceOperation(operation)) return null;
  const right: OtherRight = OTHER_RIGHTS[operation];
  return right.inSession ?? null;
}

/**
 * Scopes with which a token can delete what a session cannot delete without the password. A token with one of them is issued, and
 * granted to a program, only after the password was shown.
 */
export const needsPassword = (scopes: readonly string[]): boolean => scopes.includes(DELETE);

/** How long an answer about a token is believed, in ms: so much later a revoked one ends at the latest. */
export const TOKEN_CACHE_MS = 5_000;

/** Why a caller may not do something with a scenario, or with what people keep of them; null when they may. */
export function denied(operation: ResourceOperation, caller: Caller, scenario: Shared): Denial | null {
  const right = RIGHTS[operation];
  if (scenario.private && !(reaches("viewer", caller, scenario) && allows(caller, [TO_SEE_PRIVATE]))) return "hidden";
  const who = isUnowned(scenario) ? right.unowned : scenario.private ? right.private : right.public;
  if (!reaches(who, caller, scenario)) return scenario.private ? "hidden" : "not_yours";
  if (!allows(caller, right.scopes)) return "missing_scope";
  return scenario.readOnly && !right.readOnly ? "read_only" : null;
}

/** Whether a caller may do something with a scenario, or with what people keep of them, for being an admin alone. */
export const actsAsAdmin = (operation: ResourceOperation, caller: Caller, scenario: Shared): boolean =>
  caller.admin &&
  denied(operation, caller, scenario) === null &&
  denied(operation, { ...caller, admin: false }, scenario) !== null;

/** Why a caller may not do something, whatever it is done with; null when they may, or when it depends on that. */
export function deniedWithoutResource(
  operation: Operation,
  caller: Caller,
): "login_required" | "unauthenticated" | "not_admin" | "missing_scope" | null {
  if (isResourceOperation(operation)) {
    const needsToken = !Object.hasOwn(SCENARIO_RIGHTS, operation);
    return needsToken && caller.person === null ? "unauthenticated" : null;
  }
  const right: OtherRight = OTHER_RIGHTS[operation];
  if (caller.person === null) return right.anonymous;
  if (right.admins === true && !caller.admin) return "not_admin";
  return allows(caller, right.scopes) ? null : right.refusal;
}

/** Whether the token that a caller shows, if any, allows an operation, whatever it is done with. */
export const tokenAllows = (operation: ResourceOperation, caller: Pick<Caller, "scopes">): boolean =>
  allows(caller, RIGHTS[operation].scopes);

/** Whether no user has a role in a scenario. */
export const isUnowned = ({ roles }: Shared): boolean => Object.keys(roles).length === 0;

/** The role of a caller in a scenario; null: none. */
export const roleOf = ({ person }: Caller, { roles }: Shared): Role | null =>
  person !== null && Object.hasOwn(roles, person) ? roles[person]! : null;

/** A change of one person's role; null: none any more. `isMember`: whether they must have one already, or must have none. */
export interface RoleChange {
  readonly person: number;
  readonly role: Role | null;
  readonly isMember: boolean;
}

/** A member has a role already; is none; or would leave what is shared without an owner. */
export type RoleProblem = "duplicate" | "no_member" | "ownership";

/**
 * The reason against a change of roles, null: none. A scenario with users always has an owner, and its last owner with an
 * account stays: an invitation that is never accepted would leave it without anyone to manage it.
 * @param invited People without an account.
 */
export function roleProblem(
  roles: Shared["roles"],
  { person, role, isMember }: RoleChange,
  invited: ReadonlySet<number> = new Set(),
): RoleProblem | null {
  const present = Object.hasOwn(roles, person);
  if (isMember && !present) return "no_member";
  if (!isMember && present) return "duplicate";
  if (role === "owner") return null;
  const others = Object.entries(roles).flatMap(([member, each]) =>
    Number(member) !== person && each === "owner" ? [Number(member)] : [],
  );
  if (others.length === 0) return "ownership";
  const isLast = roles[person] === "owner" && !invited.has(person) && others.every((member) => invited.has(member));
  return isLast ? "ownership" : null;
}

/** The outcome of several changes of roles: the events of those that are possible, and the reason against each of the others. */
export interface RoleChanges<Event> {
  readonly events: readonly Event[];
  /** One for each change, in order; null: it is made. */
  readonly problems: readonly (RoleProblem | null)[];
}

/** The role of a person who turned out to be two of those with roles: the greater one; null: the first has none. */
export const mergedRole = (roles: Shared["roles"], person: number, into: number): Role | null =>
  roles[person] === undefined || person === into ? null : higherRole(roles[person], roles[into] ?? null);

const rankOf = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role));

/** The one of two roles that allows more; null: no role. */
export const higherRole = (one: Role | null, other: Role | null): Role | null =>
  rankOf(one) > rankOf(other) ? one : other;

/** The one of two roles that allows less; null: no role. */
export const lowerRole = (one: Role | null, other: Role | null): Role | null =>
  rankOf(one) < rankOf(other) ? one : other;

function reaches(who: Who, caller: Caller, scenario: Shared): boolean {
  if (who === "anyone" || caller.admin) return true;
  if (who === "known") return caller.person !== null;
  const role = roleOf(caller, scenario);
  return who !== "nobody" && role !== null && ROLES.indexOf(role) >= ROLES.indexOf(who);
}

const allows = ({ scopes }: Pick<Caller, "scopes">, needed: readonly Scope[]): boolean =>
  scopes === null || needed.every((scope) => scopes.includes(scope));

/** Events that change privacy, of scenarios and of saved scenarios; no other does. */
export const CHANGES_PRIVACY: ReadonlySet<string> = new Set([
  "MadePrivate",
  "MadePublic",
  "SavedScenarioMadePrivate",
  "SavedScenarioMadePublic",
]);

/**
 * Whether a version, and the event that made it, are visible to all callers who may see the scenario. Others are
 * visible to people with a role. A request is one unit: where it changed privacy, only its last version can be open.
 * @param isPrivate As of that version.
 * @param request All events of the request that the version belongs to, in order.
 */
export function isVersionPublic(
  version: number,
  isPrivate: boolean,
  request: readonly { readonly version: number; readonly type: string }[],
): boolean {
  if (isPrivate) return false;
  return version === request.at(-1)?.version || !request.some(({ type }) => CHANGES_PRIVACY.has(type));
}

/** Whether a caller has a role in something: such people see what happened while it was private. */
export const hasAnyRole = (operation: "read" | "saved-read", caller: Caller, shared: Shared): boolean =>
  denied(operation, caller, { ...shared, private: true }) === null;
