/** Parses users in requests. */
import { ROLES, type Role } from "@etesian/contracts/rights";
import { z } from "zod";
import { isObject, toId } from "../http/parameters.ts";

/** Error codes of one entry in a batch of users. */
export type UserError = "duplicate" | "role_id" | "not_found" | "ownership" | "user_email" | "user_id";

/** A user in a request. */
export interface Entry {
  /** The client's identification of the user, for errors. */
  readonly name: string;
  /** Id of a person; null if the email identifies them. */
  readonly person: number | null;
  readonly email: string | null;
  /** Null if no role was sent. */
  readonly role: Role | null;
}

type Read = Entry | { readonly name: string; readonly errors: readonly UserError[] };

/** `scenario_viewer`; other clients use numeric role ids. */
export const roleName = (role: Role): string => `scenario_${role}`;
export const ROLE_IDS: { readonly [R in Role]: number } = { owner: 0, collaborator: 1, viewer: 3 };

/** A user to add: a role, and either an email or the id of an account. */
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

/** An existing user; `withRole` requires a new role. */
export function readMember(written: unknown, position: number, withRole: boolean): Read {
  const { name, role, email, userId, id = userId } = parts(written, position);
  const errors: UserError[] = withRole && role === null ? ["role_id"] : [];
  // Two different ids do not identify one person.
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

/** A well-formed email address; null for any other value. */
function emailIn(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim() : "";
  return z.email().safeParse(email).success ? email : null;
}
