/** Users with a role in a scenario or saved scenario: listed and changed by owners. */
import type { AccountsServiceDefinition, InviteRequest } from "@etesian/contracts/accounts";
import { BATCHES } from "@etesian/contracts/limits";
import { type Operation, type Role, ROLES } from "@etesian/contracts/rights";
import type { Member, RoleChange, ScenariosServiceDefinition } from "@etesian/contracts/scenarios";
import type { CallOrigin, Calls } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { RequestCaller } from "../http/access.ts";
import { contextOf } from "../http/context.ts";
import { apiError, errorSchema, sendRejectedUsers } from "../http/errors.ts";
import { listOf, pathId } from "../http/parameters.ts";
import { peopleFor } from "../http/personal-data.ts";
import { type Entry, readAddition, readMember, ROLE_IDS, roleName, type UserError } from "./entries.ts";

/** A kind of resource in which users have roles. */
export interface SharedResource {
  /** Such as "/scenarios/:id/users". */
  readonly url: string;
  /** Rows in the table of rights for listing and changing roles. */
  readonly access: { readonly list: Operation; readonly change: Operation };
  /** Wrapper of users in requests. */
  readonly wrapper: "scenario_users" | "saved_scenario_users";
  /** Name of the resource's ID in responses. */
  readonly idField: "scenario_id" | "saved_scenario_id";
  /** Schema name of a user with a role in the OpenAPI document. */
  readonly schema: string;
  /** Whether the response to a removal lists the removed users, or is empty. */
  readonly returnsRemovedUsers: boolean;
  /** The ID in a path; throws 404 for an invalid one. */
  idOf(this: void, text: string): number;
  readonly roles: Pick<Calls<ScenariosServiceDefinition>, "listRoles" | "changeRoles">;
  /** Kind of the resource in invitations. */
  readonly kind: string;
  titleOf(this: void, id: number, context: CallOrigin): Promise<string | undefined>;
}

const bodyOf = ({ wrapper, schema }: SharedResource) =>
  z
    .object({
      [wrapper]: z
        .unknown()
        .meta({
          type: "array",
          items: { type: "object" },
          description: `Up to ${BATCHES.people} people by \`user_email\`, \`user_id\` or \`id\`, with their \`role\``,
        })
        .optional(),
    })
    .meta({ id: `${schema}s`, example: { [wrapper]: [{ user_email: "you@example.org", role: "scenario_viewer" }] } });
const userSchemaOf = (idField: SharedResource["idField"], name: string) =>
  z
    .object({
      id: z.int(),
      [idField]: z.int(),
      user_id: z.int().nullable().describe("Null: the person has no account yet"),
      user_email: z
        .string()
        .nullable()
        .describe("Only for people without an account; null: the client was not granted `email`"),
      role: z.enum(ROLES.map(roleName)),
      role_id: z.int(),
    })
    .meta({ id: name });
const tags = ["Users"];

/** The kinds of changes, with the functions that parse their entries. */
const CHANGES = {
  add: { read: readAddition, isMember: false, status: 201 },
  update: {
    read: (entry: unknown, position: number) => readMember(entry, position, true),
    isMember: true,
    status: 200,
  },
  remove: {
    read: (entry: unknown, position: number) => readMember(entry, position, false),
    isMember: true,
    status: 200,
  },
} as const;
type Change = keyof typeof CHANGES;

const BATCH =
  "The caller's rights before the first entry apply to all entries. A refused entry does not stop the others: the response is " +
  "then 422, with the changed users in `success` and an error code for each refused one in `errors`.";
const LAST_OWNER = "The last owner with an account remains an owner.";

/** Error codes for the service's reasons to refuse a role change. */
const PROBLEMS: { readonly [problem: string]: UserError } = {
  duplicate: "duplicate",
  no_member: "not_found",
  ownership: "ownership",
};

/** `site`: base URL of links in emails. */
export const userRoutes =
  (resource: SharedResource, accounts: Calls<AccountsServiceDefinition>, site: () => string): FastifyPluginAsyncZod =>
  async (app) => {
    const { url, access, wrapper, idField, returnsRemovedUsers, idOf, roles } = resource;
    const config = { access: access.change };
    const params = z.object({ id: pathId(`ID of the ${resource.kind}`) });
    const body = bodyOf(resource);
    const userSchema = userSchemaOf(idField, resource.schema);
    const failureSchema = z.object({
      success: z.array(userSchema),
      errors: z.record(z.string(), z.array(z.string())).describe("By email or ID, as sent"),
    });
    const errors = { 403: errorSchema, 404: errorSchema, 422: failureSchema };

    app.get(
      url,
      {
        config: { access: access.list },
        schema: {
          tags,
          summary: "List the users",
          description:
            "People with a role, including people invited by email who have no account yet. Only owners may list them.",
          params,
          response: { ...errors, 200: z.array(userSchema) },
        },
      },
      async (request) => {
        const context = contextOf(request);
        const id = idOf(request.params.id);
        const { members } = await roles.listRoles({ id, toChange: false }, context);
        return usersJson(id, members, request.caller, context);
      },
    );

    app.post(
      url,
      {
        config,
        schema: {
          tags,
          summary: "Add users",
          description: `${BATCH} An email address without an account receives an invitation.`,
          params,
          body,
          response: { ...errors, 201: z.array(userSchema) },
        },
      },
      (request, reply) => change("add", request, reply),
    );
    app.route({
      method: ["PUT", "PATCH"],
      url,
      config,
      schema: {
        tags,
        summary: "Change the roles of users",
        description: `${BATCH} Users are identified by \`user_id\`, \`user_email\` or \`id\`. ${LAST_OWNER}`,
        params,
        body,
        response: { ...errors, 200: z.array(userSchema) },
      },
      handler: (request, reply) => change("update", request, reply),
    });
    app.delete(
      url,
      {
        config,
        schema: {
          tags,
          summary: "Remove users",
          description: `${BATCH} Users are identified by \`user_id\`, \`user_email\` or \`id\`. ${LAST_OWNER}`,
          params,
          body,
          response: { ...errors, ...(returnsRemovedUsers ? { 200: z.array(userSchema) } : { 204: z.null() }) },
        },
      },
      (request, reply) => change("remove", request, reply),
    );

    async function change(kind: Change, request: FastifyRequest<WithUsers>, reply: FastifyReply) {
      const { read, isMember, status } = CHANGES[kind];
      const context = contextOf(request);
      const id = idOf(request.params.id);
      // A caller without this right must not learn anything about users.
      const { members: currentMembers } = await roles.listRoles({ id, toChange: true }, context);
      const failures = new Map<string, UserError[]>();
      const fail = (name: string, errors: readonly UserError[]) =>
        failures.set(name, [...(failures.get(name) ?? []), ...errors]);

      const entries: Entry[] = [];
      for (const [position, value] of entriesOf(request.body[wrapper], wrapper).entries()) {
        const entry = read(value, position);
        if ("errors" in entry) fail(entry.name, entry.errors);
        else entries.push(entry);
      }
      const changes: (RoleChange & { readonly name: string })[] = [];
      for (const { name, role, person } of await resolvePeople(entries, kind === "add", request.caller, context)) {
        if (person === null) fail(name, [kind === "add" ? "user_id" : "not_found"]);
        else changes.push({ name, person, role: kind === "remove" ? undefined : (role ?? undefined), isMember });
      }

      const profiles = await peopleFor(
        accounts,
        [...currentMembers, ...changes].map(({ person }) => person),
        request.caller,
        context,
      );
      const invitedIds = [...profiles.values()].flatMap((profile) => (profile.hasAccount ? [] : [profile.id]));
      const newMembers = kind === "add" ? changes.filter(({ person }) => invitedIds.includes(person)) : [];
      const invitations = await invitationsFor(newMembers, id, context);
      // Announced before the role is granted, so that the user is notified even if this request fails halfway.
      for (const invitation of invitations.values()) await accounts.invite({ ...invitation, announced: true }, context);
      const { outcomes } = await roles.changeRoles({ id, changes, invited: invitedIds }, context);
      const changedMembers: Member[] = [];
      for (const [index, { person }] of changes.entries()) {
        const invitation = invitations.get(person);
        // Users who already have a role were notified before, unless that failed.
        const hasRole = [undefined, "duplicate"].includes(outcomes[index]?.problem);
        if (invitation !== undefined && hasRole) await accounts.invite(invitation, context);
      }
      for (const [index, { name, person, role }] of changes.entries()) {
        const problem = outcomes[index]?.problem;
        const previousRole = currentMembers.find((member) => member.person === person)?.role;
        if (problem !== undefined) fail(name, [PROBLEMS[problem] ?? "not_found"]);
        else changedMembers.push({ person, role: role ?? previousRole ?? ROLES[0] });
      }
      const success = await usersJson(id, changedMembers, request.caller, context);
      if (failures.size > 0) return sendRejectedUsers(reply, success, failures);
      if (kind === "remove" && !returnsRemovedUsers) return reply.code(204).send();
      if (status === 201) void reply.header("location", `/api/v3${url.replace(":id", String(id))}`);
      return reply.code(status).send(success);
    }

    /** Invitations of people without an account, by ID. */
    async function invitationsFor(newMembers: readonly RoleChange[], id: number, context: CallOrigin) {
      const title = newMembers.length === 0 ? undefined : await resource.titleOf(id, context);
      const about = { kind: resource.kind, number: id, title, site: site(), announced: false };
      return new Map<number, InviteRequest>(
        newMembers.map(({ person, role = ROLES[0] }) => [person, { ...about, person, role }]),
      );
    }

    /** IDs of the accounts; null for unknown users. An unknown email gets a placeholder account if `admit` is set. */
    async function resolvePeople(
      entries: readonly Entry[],
      admit: boolean,
      caller: RequestCaller,
      context: CallOrigin,
    ) {
      const emails = entries.flatMap(({ email }) => (email === null ? [] : [email]));
      const ids = admit ? entries.flatMap(({ person }) => (person === null ? [] : [person])) : [];
      const [invitees, profiles] = await Promise.all([
        emails.length === 0 ? [] : accounts.findPeople({ emails, admit }, context).then(({ people }) => people),
        peopleFor(accounts, ids, caller, context),
      ]);
      return entries.map(({ name, role, person, email }) => {
        if (email !== null) return { name, role, person: invitees[emails.indexOf(email)]?.id ?? null };
        const hasAccount = !admit || (person !== null && profiles.get(person)?.hasAccount === true);
        return { name, role, person: hasAccount ? person : null };
      });
    }

    async function usersJson(resource: number, members: readonly Member[], caller: RequestCaller, context: CallOrigin) {
      const profiles = await peopleFor(
        accounts,
        members.map(({ person }) => person),
        caller,
        context,
      );
      return members.map(({ person, role }) => {
        const profile = profiles.get(person);
        const isInvited = profile !== undefined && !profile.hasAccount;
        return {
          id: person,
          [idField]: resource,
          user_id: isInvited ? null : person,
          user_email: isInvited ? profile.email : null,
          role: roleName(role as Role),
          role_id: ROLE_IDS[role as Role],
        };
      });
    }
  };

interface WithUsers {
  readonly Params: { readonly id: string };
  readonly Body: { readonly [W in SharedResource["wrapper"]]?: unknown };
}

function entriesOf(body: unknown, wrapper: string): readonly unknown[] {
  const entries = listOf(body) ?? [];
  if (entries.length === 0) throw apiError("missing_parameter", wrapper);
  if (entries.length > BATCHES.people) {
    throw apiError("bad_request", `${wrapper} has ${entries.length} people, expected at most ${BATCHES.people}`);
  }
  return entries;
}
