/** Users as requests name them, and errors of these names. */
import { ROLES, type Role } from "@etesian/contracts/rights";
import { z } from "zod";
import { isObject, toId } from "../http/parameters.ts";

/** Errors of one entry of several users, for programs. */
export type UserError = "duplicate" | "role_id" | "not_found" | "ownership" | "user_email" | "user_id";

/** A person as a request names them. */
export interface Entry {
  /** As the client called them, for errors. */
  readonly name: string;
  /** Number of a person; null where the e-mail identifies them. */
  readonly person: number | null;
  readonly email: string | null;
  /** Null: not asked for. */
  readonly role: Role | null;
}

type Read = Entry | { readonly name: string; readonly errors: readonly UserError[] };

/** `scenario_viewer`; other clients know roles by number. */
export const roleName = (role: Role): string => `scenario_${role}`;
export const ROLE_IDS: { readonly [R in Role]: number } = { owner: 0, collaborator: 1, viewer: 3 };

/** A user to add: a role, and either an e-mail or the number of an account. */
export function readAddition(written: unknown, position: number): Read {
  const { name, role, email, userId } = parts(written, position);
  const errors: UserError[] = role === null ? ["role_id"] : [];
  const hasEmail = email !== undefined;
  const hasId = userId !== undefined;
  if (!hasEmail && !hasId) errors.push("user_email", "user_id");
  if (hasEmail && emailIn(email) === null) errors.push("user_email");
  if (hasId && (hasEmail || toId(userId) === null)) errors.push("user_id");
  if (errors.length > 0) return { name, errors };
  return { name, role, email: emailIn(email), person: hasId ? toId(userId) : null };
}

/** A user with a role; `withRole` when another one is asked for. */
export function readMember(written: unknown, position: number, withRole: boolean): Read {
  const { name, role, email, userId, id = userId } = parts(written, position);
  const errors: UserError[] = withRole && role === null ? ["role_id"] : [];
  // Two numbers that differ name no one person.
  if (userId !== undefined && toId(userId) !== toId(id)) errors.push("user_id");
  if (id === undefined && email === undefined) errors.push("user_email", "user_id");
  if (id === undefined && email !== undefined && emailIn(email) === null) errors.push("user_email");
  if (errors.length > 0) return { name, errors };
  if (id === undefined) return { name, role, email: emailIn(email), person: null };
  const person = toId(id);
  return person === null ? { name, errors: ["not_found"] } : { name, role, email: null, person };
}

function parts(written: unknown, position: number) {
  const { id, user_id, user_email, role } = isObject(written) ? written : {};
  const [email, userId] = [blankToNothing(user_email), blankToNothing(user_id)];
  const called = [blankToNothing(id), userId, email].find(
    (each) => typeof each === "string" || typeof each === "number",
  );
  return {
    name: called === undefined ? `[${position}]` : String(called),
    role: ROLES.find((each) => roleName(each) === role) ?? null,
    email,
    userId,
    id: blankToNothing(id),
  };
}

const blankToNothing = (value: unknown): unknown => (value === null || value === "" ? undefined : value);

/** A well-formed e-mail address; null for everything else. */
function emailIn(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim() : "";
  return z.email().safeParse(email).success ? email : null;
}
