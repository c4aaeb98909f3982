/** Answers what the contract offers. */
import { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import { storeErrors } from "@etesian/event-store/rpc";
import { type Handlers, RpcError, serve, status, type ServedService } from "@etesian/service-kit";
import { AccountError, type Accounts, type Cause } from "./accounts.ts";

function asRpcError(error: unknown): never {
  if (error instanceof AccountError) throw new RpcError(status.NOT_FOUND, error.message, { reason: "not_found" });
  throw error;
}

/** The service, ready to be served. */
export function accountsService(accounts: Accounts): ServedService {
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
      const person = Number(/^user:(\d+)$/.exec(actor)?.[1] ?? 0);
      const account = await accounts.change(person, changes, { actor, correlationId: requestId }).catch(asRpcError);
      return { ...account, name: account.name ?? undefined };
    },
  };

  async function find(email: string, admit: boolean, cause: Cause): Promise<number | undefined> {
    if (!admit) return (await accounts.who(email)) ?? undefined;
    try {
      return await accounts.admit(email, cause);
    } catch (error) {
      if (error instanceof AccountError && error.reason === "not_an_email") return undefined;
      throw error;
    }
  }

  return serve(AccountsServiceDefinition, handlers, storeErrors);
}
