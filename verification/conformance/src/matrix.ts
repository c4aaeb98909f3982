/**
 * The access matrix of the API's documentation, independent of the program's own table. A row is an operation on a kind
 * of scenario, a column is a caller. "ok" means admitted; a number is the status of the refusal.
 */

/**
 * Callers. `owner-read`, `owner-write` and `owner-delete` are the owner with a token that lacks this scope,
 * `owner-session` is the owner signed in to the page, and `owner-program` a program that the owner signed in to.
 */
export const CALLERS = [
  "anonymous",
  "stranger",
  "viewer",
  "collaborator",
  "owner",
  "owner-read",
  "owner-write",
  "owner-delete",
  "owner-session",
  "owner-program",
  "admin",
  "bad",
  "expired",
  "revoked",
] as const;
export type CallerName = (typeof CALLERS)[number];

export const KINDS = ["public", "private", "unowned", "read-only", "private-read-only", "unowned-read-only"] as const;
export const SAVED_KINDS = ["saved-public", "saved-private"] as const;
/** Sweeps of the owner, by the privacy of their base scenario. */
export const SWEEP_KINDS = ["sweep-public", "sweep-private"] as const;
export type Kind =
  | (typeof KINDS)[number]
  | (typeof SAVED_KINDS)[number]
  | (typeof SWEEP_KINDS)[number]
  | "collection"
  | "none";

const MATRIX = `
                           anonymous stranger viewer collaborator owner owner-read owner-write owner-delete owner-session owner-program admin bad expired revoked
read   public              ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    401 401     401
read   private             404       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
read   unowned             ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    401 401     401
read   read-only           ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    401 401     401
read   private-read-only   404       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
read   unowned-read-only   ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    401 401     401
update public              403       403      403    ok           ok    ok         403         ok           ok            ok            ok    401 401     401
update private             404       404      404    ok           ok    404        403         ok           ok            ok            ok    401 401     401
update unowned             ok        ok       ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
update read-only           403       403      403    403          403   403        403         403          403           403           403   401 401     401
update private-read-only   404       404      404    403          403   404        403         403          403           403           403   401 401     401
update unowned-read-only   403       403      403    403          403   403        403         403          403           403           403   401 401     401
settings public            403       403      403    403          ok    ok         403         ok           ok            ok            ok    401 401     401
settings private           404       404      404    404          ok    404        403         ok           ok            ok            ok    401 401     401
settings unowned           403       403      403    403          403   403        403         403          403           403           ok    401 401     401
settings read-only         403       403      403    403          403   403        403         403          403           403           403   401 401     401
settings private-read-only 404       404      404    403          403   404        403         403          403           403           403   401 401     401
settings unowned-read-only 403       403      403    403          403   403        403         403          403           403           403   401 401     401
couple public              403       403      403    ok           ok    ok         ok          403          ok            ok            ok    401 401     401
couple private             404       404      404    ok           ok    404        ok          403          ok            ok            ok    401 401     401
couple unowned             403       ok       ok     ok           ok    ok         ok          403          ok            ok            ok    401 401     401
couple read-only           403       403      403    403          403   403        403         403          403           403           403   401 401     401
couple private-read-only   404       404      404    403          403   404        403         403          403           403           403   401 401     401
couple unowned-read-only   403       403      403    403          403   403        403         403          403           403           403   401 401     401
users  public              403       403      403    403          ok    403        ok          ok           ok            ok            ok    401 401     401
users  private             404       404      404    404          ok    404        ok          ok           ok            ok            ok    401 401     401
users  unowned             403       403      403    403          403   403        403         403          403           403           ok    401 401     401
users  read-only           403       403      403    403          ok    403        ok          ok           ok            ok            ok    401 401     401
users  private-read-only   404       404      404    404          ok    404        ok          ok           ok            ok            ok    401 401     401
users  unowned-read-only   403       403      403    403          403   403        403         403          403           403           ok    401 401     401
share  public              403       403      403    403          ok    ok         ok          403          ok            ok            ok    401 401     401
share  private             404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
share  unowned             403       403      403    403          403   403        403         403          403           403           ok    401 401     401
share  read-only           403       403      403    403          ok    ok         ok          403          ok            ok            ok    401 401     401
share  private-read-only   404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
share  unowned-read-only   403       403      403    403          403   403        403         403          403           403           ok    401 401     401
delete public              403       403      403    403          ok    403        ok          403          ok            ok            ok    401 401     401
delete private             404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
delete unowned             403       403      403    403          403   403        403         403          403           403           ok    401 401     401
delete read-only           403       403      403    403          ok    403        ok          403          ok            ok            ok    401 401     401
delete private-read-only   404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
delete unowned-read-only   403       403      403    403          403   403        403         403          403           403           ok    401 401     401
team   public              403       403      ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
team   private             404       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
team   unowned             403       403      403    403          403   403        403         403          403           403           ok    401 401     401
team   read-only           403       403      ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
team   private-read-only   404       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
team   unowned-read-only   403       403      403    403          403   403        403         403          403           403           ok    401 401     401
comment public             403       403      ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
comment private            404       404      ok     ok           ok    404        403         ok           ok            ok            ok    401 401     401
comment unowned            403       403      403    403          403   403        403         403          403           403           ok    401 401     401
comment read-only          403       403      ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
comment private-read-only  404       404      ok     ok           ok    404        403         ok           ok            ok            ok    401 401     401
comment unowned-read-only  403       403      403    403          403   403        403         403          403           403           ok    401 401     401
moderate public            403       403      403    403          ok    ok         ok          403          ok            ok            ok    401 401     401
moderate private           404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
moderate unowned           403       403      403    403          403   403        403         403          403           403           ok    401 401     401
moderate read-only         403       403      403    403          ok    ok         ok          403          ok            ok            ok    401 401     401
moderate private-read-only 404       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
moderate unowned-read-only 403       403      403    403          403   403        403         403          403           403           ok    401 401     401
saved-read   saved-public  401       ok       ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
saved-read   saved-private 401       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
saved-update saved-public  401       403      403    ok           ok    403        403         ok           ok            ok            ok    401 401     401
saved-update saved-private 401       404      404    ok           ok    404        403         ok           ok            ok            ok    401 401     401
saved-users  saved-public  401       403      403    403          ok    403        ok          ok           ok            ok            ok    401 401     401
saved-users  saved-private 401       404      404    404          ok    404        ok          ok           ok            ok            ok    401 401     401
saved-share  saved-public  401       403      403    403          ok    403        403         403          ok            ok            ok    401 401     401
saved-share  saved-private 401       404      404    404          ok    404        403         403          ok            ok            ok    401 401     401
saved-settings saved-public  401     403      403    403          ok    403        403         ok           ok            ok            ok    401 401     401
saved-settings saved-private 401     404      404    404          ok    404        403         ok           ok            ok            ok    401 401     401
saved-delete saved-public  401       403      403    403          ok    403        ok          403          ok            ok            ok    401 401     401
saved-delete saved-private 401       404      404    404          ok    404        ok          403          ok            ok            ok    401 401     401
save   none                401       ok       ok     ok           ok    403        403         ok           ok            ok            ok    401 401     401
list-saved none            401       ok       ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
collection-read collection   401  403      403    403          ok    403        ok          ok           ok            ok            ok    401 401     401
collection-update collection 401  403      403    403          ok    403        403         ok           ok            ok            ok    401 401     401
collection-delete collection 401  403      403    403          ok    403        ok          403          ok            ok            ok    401 401     401
collect none               401       ok       ok     ok           ok    403        403         ok           ok            ok            ok    401 401     401
list-collections none      401       ok       ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
sweep-read   sweep-public  ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    401 401     401
sweep-read   sweep-private 404       404      ok     ok           ok    404        ok          ok           ok            ok            ok    401 401     401
sweep-cancel sweep-public  403       403      403    403          ok    ok         403         ok           ok            ok            ok    401 401     401
sweep-cancel sweep-private 404       404      403    403          ok    ok         403         ok           ok            ok            ok    401 401     401
sweep  none                ok        ok       ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
list-sweeps none           401       ok       ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
create none                ok        ok       ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
load   none                403       403      403    403          403   403        403         403          403           403           ok    401 401     401
list   none                403       ok       ok     ok           ok    403        ok          ok           ok            ok            ok    401 401     401
account none               401       ok       ok     ok           ok    ok         403         ok           ok            ok            ok    401 401     401
erase  none                401       ok       ok     ok           ok    ok         ok          403          403           ok            ok    401 401     401
model  none                ok        ok       ok     ok           ok    ok         ok          ok           ok            ok            ok    ok  ok      ok
`;

/** "ok" or a status, by `operation kind caller`. */
const CELLS: ReadonlyMap<string, string> = new Map(
  MATRIX.trim()
    .split("\n")
    .slice(1)
    .flatMap((line) => {
      const [operation, kind, ...cells] = line.trim().split(/\s+/);
      return cells.map((cell, column) => [`${operation} ${kind} ${CALLERS[column]}`, cell] as const);
    }),
);

/** The outcome for a caller. @throws if the matrix has no such row */
export function expectedOutcome(operation: string, kind: Kind, caller: CallerName): string {
  const cell = CELLS.get(`${operation} ${kind} ${caller}`);
  if (cell === undefined) throw new Error(`the matrix has no row for ${operation} on ${kind} scenarios`);
  return cell;
}
