/** Answers what the contract offers. */
import { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import { fateOf } from "@etesian/contracts/legacy";
import { storeErrors } from "@etesian/event-store/rpc";
import { type Handlers, RpcError, serve, status, type ServedService } from "@etesian/service-kit";
import { AccountError, type Accounts, type Cause, LegacyError } from "./accounts.ts";
import type { Invitations } from "./invitations.ts";

function asRpcError(error: unknown): never {
  if (error instanceof AccountError) throw new RpcError(status.NOT_FOUND, error.message, { reason: "not_found" });
  throw error;
}

/** Number of the person who calls; null when it is somebody else. */
function personOf(actor: string): number | null {
  const written = /^user:(\d+)$/.exec(actor)?.[1];
  return written === undefined ? null : Number(written);
}

/** The service, ready to be served. */
export function accountsService(accounts: Accounts, invitations: Invitations): ServedService {
  const handlers: Handlers<AccountsServiceDefinition> = {
    async introspect({ token }) {
      const principal = await accounts.introspect(token);
      if (principal === null) return { principal: undefined };
      const { expiresAt, scopes, ...facts } = principal;
      return {
        principal: { ...facts, scopes: [...scopes], expiresAt: expiresAt === null ? undefined : new Date(expiresAt) },
      };
    },

    async getPeople({ ids }) {
      const people = [];
      for (const id of new Set(ids)) {
        const profile = await accounts.profile(id);
        if (profile !== null) people.push({ ...profile, name: profile.name ?? undefined });
      }
      return { people };
    },

    async findPeople({ emails, admit }, { actor, requestId }) {
      const people = [];
      for (const email of emails) people.push({ id: await find(email, admit, { actor, correlationId: requestId }) });
      return { people };
    },

    async changeAccount({ name, privateScenarios }, { actor, requestId }) {
      const changes = { name: name ?? null, privateScenarios: privateScenarios ?? null };
      const account = await accounts
        .change(personOf(actor) ?? 0, changes, { actor, correlationId: requestId })
        .catch(asRpcError);
      return { ...account, name: account.name ?? undefined };
    },

    async eraseAccount({ publicScenarios, privateScenarios, savedScenarios }, { actor, requestId }) {
      const legacy = {
        publicScenarios: fateOf(publicScenarios),
        privateScenarios: fateOf(privateScenarios),
        savedScenarios: fateOf(savedScenarios),
      };
      try {
        await accounts.beginErasure(personOf(actor) ?? 0, legacy, { actor, correlationId: requestId });
        return { problem: undefined };
      } catch (error) {
        if (error instanceof LegacyError) return { problem: error.message };
        throw error;
      }
    },

    async invite({ person, site, title = null, ...shared }, { actor }) {
      await invitations.invite(person, personOf(actor), { ...shared, title }, site);
      return {};
    },

    async acceptInvitation({ secret }, { actor, requestId }) {
      const cause = { actor, correlationId: requestId };
      const outcome = await invitations.accept(secret, personOf(actor) ?? 0, cause).catch(asRpcError);
      if (outcome !== "accepted") throw new RpcError(status.FAILED_PRECONDITION, `The invitation is ${outcome}`);
      return {};
    },
  };

  async function find(email: string, admit: boolean, cause: Cause): Promise<number | undefined> {
    if (!admit) return (await accounts.who(email)) ?? undefined;
    try {
      return await accounts.admit(email, cause);
    } catch (error) {
      // Nor is somebody one who is being erased.
      if (error instanceof AccountError) return undefined;
      throw error;
    }
  }

  return serve(AccountsServiceDefinition, handlers, storeErrors);
}
