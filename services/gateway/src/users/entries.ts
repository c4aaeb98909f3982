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
  /** ID of a person; null if the email identifies them. */
  readonly person: number | null;
  readonly email: string | null;
  /** Null if no role was sent. */
  readonly role: Role | null;
}

type ParsedEntry = Entry | { readonly name: string; readonly errors: readonly UserError[] };

/** `scenario_viewer`; other clients use numeric role IDs. */
export const roleName = (role: Role): string => `scenario_${role}`;
export const ROLE_IDS: { readonly [R in Role]: number } = { owner: 0, collaborator: 1, viewer: 3 };

/** Parses a user to add: a role, and either an email or the ID of an account. */
export function readAddition(entry: unknown, position: number): ParsedEntry {
  const { name, role, email, userId } = parseFields(entry, position);
  const errors: UserError[] = role === null ? ["role_id"] : [];
  const hasEmail = email !== undefined;
  const hasId = userId !== undefined;
  if (!hasEmail && !hasId) errors.push("user_email", "user_id");
  if (hasEmail && parseEmail(email) === null) errors.push("user_email");
  if (hasId && (hasEmail || toId(userId) === null)) errors.push("user_id");
  if (errors.length > 0) return { name, errors };
  return { name, role, email: parseEmail(email), person: hasId ? toId(userId) : null };
}

/** Parses an existing user; `requiresRole` is whether the new role is required. */
export function readMember(entry: unknown, position: number, requiresRole: boolean): ParsedEntry {
  const { name, role, email, userId, id = userId } = parseFields(entry, position);
  const errors: UserError[] = requiresRole && role === null ? ["role_id"] : [];
  // Two different IDs do not identify one person.
  if (userId !== undefined && toId(userId) !== toId(id)) errors.push("user_id");
  if (id === undefined && email === undefined) errors.push("user_email", "user_id");
  if (id === undefined && email !== undefined && parseEmail(email) === null) errors.push("user_email");
  if (errors.length > 0) return { name, errors };
  if (id === undefined) return { name, role, email: parseEmail(email), person: null };
  const person = toId(id);
  return person === null ? { name, errors: ["not_found"] } : { name, role, email: null, person };
}

function parseFields(entry: unknown, position: number) {
  const { id, user_id, user_email, role } = isObject(entry) ? entry : {};
  const [email, userId] = [blankToUndefined(user_email), blankToUndefined(user_id)];
  const label = [blankToUndefined(id), userId, email].find(
    (value) => typeof value === "string" || typeof value === "number",
  );
  return {
    name: label === undefined ? `[${position}]` : String(label),
    role: ROLES.find((candidate) => roleName(candidate) === role) ?? null,
    email,
    userId,
    id: blankToUndefined(id),
  };
}

const blankToUndefined = (value: unknown): unknown => (value === null || value === "" ? undefined : value);

/** A well-formed email address; null for any other value. */
function parseEmail(value: unknown): string | null {
  const email = typeof value === "string" ? value.trim() : "";
  return z.email().safeParse(email).success ? email : null;
}
