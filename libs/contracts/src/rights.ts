/**
 * All rights in one table. Each route of the gateway refers to its row, the services enforce it, and `npm run
 * conformance -- access` tests every row. Pure functions.
 */

/** Scopes of tokens. None implies another. */
export const SCOPES = ["scenarios:read", "scenarios:write", "scenarios:delete"] as const;
export type Scope = (typeof SCOPES)[number];
const [READ, WRITE, DELETE] = SCOPES;
export const isScope = (text: string): text is Scope => SCOPES.some((scope) => scope === text);

/** Personal data that a program can be granted: the email address, the name. These are OpenID scopes. */
export const CLAIMS = ["email", "profile"] as const;
export type Claim = (typeof CLAIMS)[number];
export const isClaim = (text: string): text is Claim => CLAIMS.some((claim) => claim === text);

/** Roles in a scenario. Each includes the rights of the previous ones. */
export const ROLES = ["viewer", "collaborator", "owner"] as const;
export type Role = (typeof ROLES)[number];

/** Callers with a right: anyone, holders of a valid token ("known"), or people with at least a given role. */
type Audience = "anyone" | "known" | Role | "nobody";

/** An operation on a scenario, saved scenario or collection, and the callers who may do it. */
export interface Right {
  readonly about: string;
  /** For a public scenario in which a user has a role. */
  readonly public: Audience;
  readonly private: Audience;
  /** For a scenario in which no user has a role. */
  readonly unowned: Audience;
  /** Whether it is also allowed for a read-only scenario. */
  readonly readOnly: boolean;
  /** Scopes required of a token, if the caller has one. */
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
  team:     { about: "see its comments, and which people with a role are viewing it", public: "viewer", private: "viewer", unowned: "nobody", readOnly: true, scopes: [READ] },
  comment:  { about: "comment on it, resolve comments, edit and delete your own comments", public: "viewer", private: "viewer", unowned: "nobody", readOnly: true, scopes: [WRITE] },
  moderate: { about: "delete other people's comments",   public: "owner",        private: "owner",        unowned: "nobody", readOnly: true,  scopes: [DELETE] },
} as const satisfies { readonly [operation: string]: Right };
export type ScenarioOperation = keyof typeof SCENARIO_RIGHTS;

/** Operations on a saved scenario, which always has an owner, is never read-only, and always requires a token. */
// oxfmt-ignore
export const SAVED_RIGHTS = {
  "saved-read":     { about: "see a saved scenario",                                    public: "known",        private: "viewer",       unowned: "nobody", readOnly: true, scopes: [READ] },
  "saved-update":   { about: "change it",                                               public: "collaborator", private: "collaborator", unowned: "nobody", readOnly: true, scopes: [READ, WRITE] },
  "saved-settings": { about: "make it private or public, restore it from the trash",     public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, WRITE] },
  "saved-users":    { about: "see who has a role in it",                                public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ] },
  "saved-share":    { about: "change who has a role in it, and in its versions",        public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, WRITE, DELETE] },
  "saved-delete":   { about: "move it to the trash, delete it",                         public: "owner",        private: "owner",        unowned: "nobody", readOnly: true, scopes: [READ, DELETE] },
} as const satisfies { readonly [operation: string]: Right };
export type SavedOperation = keyof typeof SAVED_RIGHTS;

/** Operations on a collection, which only its owner can access. */
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

/** Required for every operation: a private scenario is hidden from tokens that cannot read. */
const PRIVATE_SCOPE = READ;

/** Operations without an existing resource. */
interface OtherRight {
  readonly about: string;
  /** The error for a caller without a token; null if anonymous callers are allowed. */
  readonly anonymous: "login_required" | "unauthenticated" | "not_admin" | null;
  /** Scopes required of a token, if the caller has one, and the error for a token without them. */
  readonly scopes: readonly Scope[];
  readonly refusal: "missing_scope" | null;
  /** Whether only admins may do it. */
  readonly admins?: true;
  /** Whether the token is checked; if not, an invalid token has no effect. */
  readonly token: "checked" | "ignored";
  /** The error for a session of our own pages, which ask for the password in a separate step. */
  readonly inSession?: "password_required";
}

// oxfmt-ignore
export const OTHER_RIGHTS = {
  model:  { about: "areas and queries",    anonymous: null,             scopes: [],      refusal: null,            token: "ignored" },
  create: { about: "create a scenario",    anonymous: null,             scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  load:   { about: "load a dump",          anonymous: "not_admin",      scopes: [WRITE], refusal: "missing_scope", token: "checked", admins: true },
  list:   { about: "list own scenarios", anonymous: "login_required", scopes: [READ],  refusal: "missing_scope", token: "checked" },
  save:       { about: "save a scenario",            anonymous: "unauthenticated", scopes: [READ, WRITE], refusal: "missing_scope", token: "checked" },
  "list-saved": { about: "list own saved scenarios", anonymous: "unauthenticated", scopes: [READ],     refusal: "missing_scope", token: "checked" },
  collect:    { about: "create a collection",        anonymous: "unauthenticated", scopes: [READ, WRITE], refusal: "missing_scope", token: "checked" },
  "list-collections": { about: "list own collections", anonymous: "unauthenticated", scopes: [READ],   refusal: "missing_scope", token: "checked" },
  sweep:      { about: "request a sweep",            anonymous: null,              scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  "sweep-read":   { about: "read a sweep of a scenario that the caller may read", anonymous: null, scopes: [], refusal: null, token: "checked" },
  "sweep-cancel": { about: "cancel own sweep",       anonymous: null,              scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  "list-sweeps": { about: "list own sweeps",         anonymous: "unauthenticated", scopes: [READ],  refusal: "missing_scope", token: "checked" },
  account: { about: "change own account", anonymous: "unauthenticated", scopes: [WRITE], refusal: "missing_scope", token: "checked" },
  erase:  { about: "erase own account",  anonymous: "unauthenticated", scopes: [DELETE], refusal: "missing_scope", token: "checked", inSession: "password_required" },
} as const satisfies { readonly [operation: string]: OtherRight };
export type OtherOperation = keyof typeof OTHER_RIGHTS;

/** An operation in any of the tables. */
export type Operation = ResourceOperation | OtherOperation;

export const rightOf = (operation: ResourceOperation): Right => RIGHTS[operation];

export const isResourceOperation = (operation: Operation): operation is ResourceOperation =>
  Object.hasOwn(RIGHTS, operation);

export interface Caller {
  /** Null for anonymous callers. */
  readonly person: number | null;
  /** Scopes of the token; null without a token, so that only roles limit the caller. */
  readonly scopes: readonly string[] | null;
  /** Whether the caller is an admin, who passes all role checks. */
  readonly admin: boolean;
}

/** The caller from a call's metadata. A service that acts on its own behalf is not a person. */
export const callerOf = ({ actor, scopes, admin }: Omit<Caller, "person"> & { readonly actor: string }): Caller => ({
  person: actor.startsWith("user:") ? Number(actor.slice("user:".length)) : null,
  scopes,
  admin,
});

/** The facts of a scenario that determine rights. */
export interface Sharing {
  readonly private: boolean;
  readonly readOnly: boolean;
  /** Roles by person ID; empty if the scenario is unowned. */
  readonly roles: { readonly [person: number]: Role };
}

export type Denial = "hidden" | "not_yours" | "missing_scope" | "read_only";

/** The error for an operation in a session of our own pages; null if a session has its person's rights. */
export function denialInSession(operation: Operation): "password_required" | null {
  if (isResourceOperation(operation)) return null;
  const right: OtherRight = OTHER_RIGHTS[operation];
  return right.inSession ?? null;
}

/**
 * Whether a token with these scopes can delete data that a session can delete only with the password. Such a token is
 * issued, or granted to a program, only after the password has been entered.
 */
export const needsPassword = (scopes: readonly string[]): boolean => scopes.includes(DELETE);

/** Time for which a token check is cached (ms), which delays the effect of a revocation. */
export const TOKEN_CACHE_MS = 5_000;

/** Why a caller may not perform an operation on a resource; null if it is allowed. */
export function denialOf(operation: ResourceOperation, caller: Caller, scenario: Sharing): Denial | null {
  const right = RIGHTS[operation];
  if (scenario.private && !(includesCaller("viewer", caller, scenario) && allows(caller, [PRIVATE_SCOPE])))
    return "hidden";
  const audience = isUnowned(scenario) ? right.unowned : scenario.private ? right.private : right.public;
  if (!includesCaller(audience, caller, scenario)) return scenario.private ? "hidden" : "not_yours";
  if (!allows(caller, right.scopes)) return "missing_scope";
  return scenario.readOnly && !right.readOnly ? "read_only" : null;
}

/** Whether a caller may perform an operation only because they are an admin. */
export const actsAsAdmin = (operation: ResourceOperation, caller: Caller, scenario: Sharing): boolean =>
  caller.admin &&
  denialOf(operation, caller, scenario) === null &&
  denialOf(operation, { ...caller, admin: false }, scenario) !== null;

/**
 * Why a caller may not perform an operation, regardless of the resource; null if it is allowed, or depends on the
 * resource.
 */
export function denialWithoutResource(
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

/** Whether the caller's token, if any, allows an operation on any resource. */
export const tokenAllows = (operation: ResourceOperation, caller: Pick<Caller, "scopes">): boolean =>
  allows(caller, RIGHTS[operation].scopes);

/** Whether no user has a role in a scenario. */
export const isUnowned = ({ roles }: Sharing): boolean => Object.keys(roles).length === 0;

/** The caller's role in a scenario; null if none. */
export const roleOf = ({ person }: Caller, { roles }: Sharing): Role | null =>
  person !== null && Object.hasOwn(roles, person) ? roles[person]! : null;

/**
 * A change to one person's role; null removes it. `isMember`: whether they must already have a role, or must have
 * none.
 */
export interface RoleChange {
  readonly person: number;
  readonly role: Role | null;
  readonly isMember: boolean;
}

/**
 * The person already has a role, the person has no role, or the change would leave the resource without an owner.
 */
export type RoleProblem = "duplicate" | "no_member" | "ownership";

/**
 * Why a change to roles is not allowed; null if it is allowed. A scenario with users always has an owner. The last
 * owner with an account keeps that role: if no invitation were accepted, the scenario would be unmanaged. @param
 * invited people without an account
 */
export function roleProblem(
  roles: Sharing["roles"],
  { person, role, isMember }: RoleChange,
  invited: ReadonlySet<number> = new Set(),
): RoleProblem | null {
  const isListed = Object.hasOwn(roles, person);
  if (isMember && !isListed) return "no_member";
  if (!isMember && isListed) return "duplicate";
  if (role === "owner") return null;
  const otherOwners = Object.entries(roles).flatMap(([member, role]) =>
    Number(member) !== person && role === "owner" ? [Number(member)] : [],
  );
  if (otherOwners.length === 0) return "ownership";
  const isLast =
    roles[person] === "owner" && !invited.has(person) && otherOwners.every((member) => invited.has(member));
  return isLast ? "ownership" : null;
}

/** The result of several role changes: the events of the valid ones, and the problems of the others. */
export interface RoleChanges<Event> {
  readonly events: readonly Event[];
  /** One per change, in order; null for a valid change. */
  readonly problems: readonly (RoleProblem | null)[];
}

/** The higher role of two people who are merged; null if the first has none, or if they are the same person. */
export const mergedRole = (roles: Sharing["roles"], person: number, into: number): Role | null =>
  roles[person] === undefined || person === into ? null : higherRole(roles[person], roles[into] ?? null);

const rankOf = (role: Role | null): number => (role === null ? -1 : ROLES.indexOf(role));

/** The higher of two roles; null means no role. */
export const higherRole = (one: Role | null, other: Role | null): Role | null =>
  rankOf(one) > rankOf(other) ? one : other;

/** The lower of two roles; null means no role. */
export const lowerRole = (one: Role | null, other: Role | null): Role | null =>
  rankOf(one) < rankOf(other) ? one : other;

function includesCaller(audience: Audience, caller: Caller, scenario: Sharing): boolean {
  if (audience === "anyone" || caller.admin) return true;
  if (audience === "known") return caller.person !== null;
  const role = roleOf(caller, scenario);
  return audience !== "nobody" && role !== null && ROLES.indexOf(role) >= ROLES.indexOf(audience);
}

const allows = ({ scopes }: Pick<Caller, "scopes">, required: readonly Scope[]): boolean =>
  scopes === null || required.every((scope) => scopes.includes(scope));

/** The only events that change the privacy of scenarios and saved scenarios. */
export const CHANGES_PRIVACY: ReadonlySet<string> = new Set([
  "MadePrivate",
  "MadePublic",
  "SavedScenarioMadePrivate",
  "SavedScenarioMadePublic",
]);

/**
 * Whether a version and its event are visible to all callers who may see the scenario; other versions are only visible
 * to people with a role. A request is one unit: if it changed privacy, only its last version can be visible.
 * @param isPrivate whether the scenario is private at that version
 * @param request all events of the version's request, in order
 */
export function isVersionPublic(
  version: number,
  isPrivate: boolean,
  request: readonly { readonly version: number; readonly type: string }[],
): boolean {
  if (isPrivate) return false;
  return version === request.at(-1)?.version || !request.some(({ type }) => CHANGES_PRIVACY.has(type));
}

/** Whether a caller has a role in a resource, and can therefore see its history from when it was private. */
export const hasAnyRole = (operation: "read" | "saved-read", caller: Caller, shared: Sharing): boolean =>
  denialOf(operation, caller, { ...shared, private: true }) === null;
