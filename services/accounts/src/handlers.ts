/** gRPC handlers of the accounts service. */
import { AccountsServiceDefinition, type SealedText } from "@etesian/contracts/accounts";
import { dispositionOf } from "@etesian/contracts/legacy";
import { ATTEMPTS, PASSWORDS, type Rate } from "@etesian/contracts/limits";
import { storeErrors } from "@etesian/event-store/rpc";
import { isScope } from "@etesian/contracts/rights";
import { type Call, type Handlers, RpcError, serve, status, type ServedService } from "@etesian/service-kit";
import {
  type Account,
  AccountError,
  type Accounts,
  type Cause,
  LegacyError,
  type TokenFacts,
} from "./people/accounts.ts";
import type { Credentials } from "./sign-in/credentials.ts";
import type { Invitations } from "./sign-in/invitations.ts";
import { IssuerUnavailableError } from "./sign-in/issuers.ts";
import type { Mentions } from "./mail/mentions.ts";
import type { OidcRecords } from "./sign-in/oidc-records.ts";
import type { NewEmail } from "./sign-in/new-email.ts";
import type { Passwords } from "./sign-in/passwords.ts";
import type { SigningKeys } from "./sign-in/signing-keys.ts";
import { type LinkRefusal, type SignIn, TooManyAttemptsError } from "./sign-in/sign-in.ts";
import type { AttemptLimiter } from "./sign-in/attempt-limiter.ts";
import { UnreadableError, type Vault } from "./people/vault.ts";

function throwRpcError(error: unknown): never {
  if (error instanceof AccountError) throw new RpcError(status.NOT_FOUND, error.message, { reason: "not_found" });
  throw error;
}

/** Maps errors of this service to RPC errors. */
function accountsErrors(error: unknown): RpcError | null {
  if (error instanceof TooManyAttemptsError) {
    return new RpcError(status.RESOURCE_EXHAUSTED, error.message, { reason: "too_many_tries" });
  }
  if (error instanceof UnreadableError) return new RpcError(status.DATA_LOSS, error.message, { cause: error });
  if (error instanceof IssuerUnavailableError) return new RpcError(status.UNAVAILABLE, error.message, { cause: error });
  return storeErrors(error);
}

/** Id of the calling person; null for other callers. */
function personOf(actor: string): number | null {
  const text = /^user:(\d+)$/.exec(actor)?.[1];
  return text === undefined ? null : Number(text);
}

/** Components behind the handlers. */
export interface AccountsParts {
  readonly accounts: Accounts;
  readonly credentials: Credentials;
  readonly invitations: Invitations;
  readonly mentions: Mentions;
  readonly newEmail: NewEmail;
  readonly passwords: Passwords;
  readonly records: OidcRecords;
  readonly signIn: SignIn;
  readonly signingKeys: SigningKeys;
  readonly attempts: AttemptLimiter;
  readonly vault: Vault;
  /** Directory to which emails are written as files; null if a mail server sends them. */
  readonly mailDirectory: string | null;
}

/**
 * Rate limits per IP address, by model, for creating records without a signed-in person, because each record is stored
 * until it expires.
 */
const ANONYMOUS_RECORDS: { readonly [model: string]: Rate } = {
  Client: ATTEMPTS.registrations,
  Interaction: ATTEMPTS.interactions,
};

const DAY_MS = 86_400_000;

export function accountsService(parts: AccountsParts): ServedService {
  const { accounts, credentials, invitations, mentions, newEmail, passwords, records, signIn, signingKeys } = parts;
  const { attempts, vault, mailDirectory } = parts;
  const handlers: Handlers<AccountsServiceDefinition> = {
    async introspect({ token, isSession }, call) {
      const principal = isSession
        ? await credentials.resolveSession(token)
        : await credentials.resolveToken(token, causeOf(call));
      if (principal === null) return { principal: undefined };
      const { expiresAt, scopes, claims, ...facts } = principal;
      return {
        principal: {
          ...facts,
          scopes: [...scopes],
          claims: [...claims],
          expiresAt: expiresAt === null ? undefined : new Date(expiresAt),
        },
      };
    },

    async getPeople({ ids, acquainted }, { actor }) {
      const people = [];
      const contacts = acquainted ? await accounts.contactsOf(personOf(actor) ?? 0) : null;
      for (const id of new Set(ids)) {
        if (contacts?.has(id) === false) continue;
        const profile = await accounts.profile(id);
        if (profile !== null) people.push({ ...profile, name: profile.name ?? undefined });
      }
      return { people };
    },

    async findPeople({ emails, admit }, { actor, requestId }) {
      const people = [];
      for (const email of emails)
        people.push({ id: await findOrAdmit(email, admit, { actor, correlationId: requestId }) });
      return { people };
    },

    async changeAccount({ name, privateScenarios }, { actor, requestId }) {
      const changes = { name: name ?? null, privateScenarios: privateScenarios ?? null };
      const account = await accounts
        .change(personOf(actor) ?? 0, changes, { actor, correlationId: requestId })
        .catch(throwRpcError);
      return { ...account, name: account.name ?? undefined };
    },

    async setPassword({ password, revokeTokens }, call) {
      const isSet = await signIn.changePassword(await getCaller(call.actor), password, revokeTokens, causeOf(call));
      if (!isSet) throw new RpcError(...LINK_REFUSALS.bad_password);
      return {};
    },

    async sendNewEmail({ email, site }, call) {
      try {
        await newEmail.send(await getCaller(call.actor), email, site, causeOf(call));
      } catch (error) {
        if (error instanceof AccountError) throw new RpcError(status.INVALID_ARGUMENT, error.message);
        throw error;
      }
      return { writtenTo: mailDirectory ?? undefined };
    },

    async findNewEmail({ secret }, { actor }) {
      const email = await newEmail.find(await getCaller(actor), secret);
      if (email === null) throw expiredLinkError();
      return { email };
    },

    async useNewEmail({ secret }, call) {
      try {
        if (!(await newEmail.use(await getCaller(call.actor), secret, causeOf(call)))) throw expiredLinkError();
      } catch (error) {
        if (error instanceof AccountError) throw new RpcError(status.FAILED_PRECONDITION, error.message);
        throw error;
      }
      return {};
    },

    async eraseAccount({ publicScenarios, privateScenarios, savedScenarios }, { actor, requestId }) {
      const legacy = {
        publicScenarios: dispositionOf(publicScenarios),
        privateScenarios: dispositionOf(privateScenarios),
        savedScenarios: dispositionOf(savedScenarios),
      };
      try {
        await accounts.startErasure(personOf(actor) ?? 0, legacy, { actor, correlationId: requestId });
        return { problem: undefined };
      } catch (error) {
        if (error instanceof LegacyError) return { problem: error.message };
        throw error;
      }
    },

    async invite({ person, site, announced, title = null, ...resource }, { actor }) {
      await invitations.invite(person, personOf(actor), { ...resource, title }, { site, announced });
      return {};
    },

    async sealText({ text }, { actor }) {
      const { id } = await getCaller(actor);
      return { sealed: await vault.seal(id, text) };
    },

    async openTexts({ texts }) {
      const textBySealed = new Map<SealedText, string | undefined>();
      for (const [person, sealedTexts] of Map.groupBy(texts, (sealedText) => sealedText.person)) {
        const values = await vault.unsealAll(
          person,
          sealedTexts.map((sealedText) => sealedText.sealed),
        );
        for (const [index, sealedText] of sealedTexts.entries()) {
          const text = values[index];
          textBySealed.set(sealedText, typeof text === "string" ? text : undefined);
        }
      }
      return { texts: texts.map((text) => ({ text: textBySealed.get(text) })) };
    },

    async mention({ people, link, title = null, ...comment }, { actor }) {
      const { id } = await getCaller(actor);
      for (const person of new Set(people)) await mentions.send(person, id, { ...comment, title, link });
      return {};
    },

    async acceptInvitation({ secret }, { actor, requestId }) {
      const cause = { actor, correlationId: requestId };
      const outcome = await invitations.accept(secret, personOf(actor) ?? 0, cause).catch(throwRpcError);
      if (outcome !== "accepted") throw new RpcError(status.FAILED_PRECONDITION, `The invitation is ${outcome}`);
      return {};
    },

    async checkPassword({ email, password }, { client }) {
      return { person: (await signIn.checkPassword(email, password, client)) ?? undefined };
    },

    async sendLink({ email, site, continue: continueTo }, call) {
      try {
        await signIn.sendLink(email, call.client, site, continueTo, causeOf(call));
      } catch (error) {
        if (error instanceof AccountError) throw new RpcError(status.INVALID_ARGUMENT, error.message);
        throw error;
      }
      return { writtenTo: mailDirectory ?? undefined };
    },

    async findLink({ secret }) {
      const details = await signIn.inspectLink(secret);
      if (details === null) throw expiredLinkError();
      return { ...details, tokens: details.tokens.map(toTokenMessage) };
    },

    async useLink({ secret, name = null, password = null, revokeTokens: revokesTokens }, call) {
      const outcome = await signIn.useLink(secret, { name, password, revokesTokens }, causeOf(call));
      if (!("refusal" in outcome)) return outcome;
      if (outcome.refusal === "expired") throw expiredLinkError();
      const [code, message] = LINK_REFUSALS[outcome.refusal];
      throw new RpcError(code, message);
    },

    async useIdentity({ issuer, subject, email = null, name = null }, call) {
      return { person: await credentials.findOrCreateByIdentity({ issuer, subject, email, name }, causeOf(call)) };
    },

    async getAccount(_request, { actor }) {
      const account = await getCaller(actor);
      const { id, email, name, privateScenarios, admin, tokens } = account;
      return {
        account: { id, email, name: name ?? undefined, privateScenarios, admin },
        hasPassword: await passwords.has(id),
        addedAddresses: [...(await accounts.addedAddresses(account))].map(({ id, email }) => ({ id, email })),
        tokens: tokens.map(toTokenMessage),
      };
    },

    async removeAddress({ id }, call) {
      const account = await getCaller(call.actor);
      try {
        await accounts.removeAddress(account, id, causeOf(call));
      } catch (error) {
        if (error instanceof AccountError) throw new RpcError(status.FAILED_PRECONDITION, error.message);
        throw error;
      }
      return {};
    },

    async issueToken({ label, scopes, days }, call) {
      const account = await getCaller(call.actor);
      const expiresAt = days === 0 ? null : new Date(Date.now() + days * DAY_MS).toISOString();
      const cause = causeOf(call);
      try {
        return { token: await accounts.issueToken(account, label, scopes.filter(isScope), expiresAt, cause) };
      } catch (error) {
        if (error instanceof AccountError) throw new RpcError(status.FAILED_PRECONDITION, error.message);
        throw error;
      }
    },

    async revokeToken({ key }, call) {
      const account = await getCaller(call.actor);
      if (account.tokens.some((token) => token.key === key)) await accounts.revokeToken(account, key, causeOf(call));
      return {};
    },

    async getSigningKeys() {
      const { jwks, cookieKeys } = await signingKeys.all();
      return { jwksJson: jwks, cookieKeys: [...cookieKeys] };
    },

    async putOidcRecord({ model, id, payloadJson, uid, grantId, person, expiresAt, anonymous }, { client }) {
      const limit = anonymous ? ANONYMOUS_RECORDS[model] : undefined;
      if (limit !== undefined && !(await attempts.allow({ action: `new ${model}`, caller: client }, limit))) {
        throw new TooManyAttemptsError("Too many requests from this address; try again later");
      }
      await records.put({
        model,
        id,
        payload: payloadJson,
        uid: uid ?? null,
        grant: grantId ?? null,
        person: person ?? null,
        expiresAt: expiresAt ?? null,
      });
      return {};
    },

    async findOidcRecord({ model, by }) {
      const record =
        by === undefined
          ? null
          : await (by.$case === "id" ? records.find(model, by.value) : records.findByUid(model, by.value));
      return { payloadJson: record?.payload, consumedAt: record?.consumedAt ?? undefined };
    },

    async consumeOidcRecord({ model, id }) {
      return { isFirst: await records.consume(model, id) };
    },

    async deleteOidcRecord({ model, id }) {
      await records.delete(model, id);
      return {};
    },

    async revokeOidcGrant({ grantId }) {
      await records.revokeGrant(grantId);
      return {};
    },
  };

  /** The caller's account. */
  async function getCaller(actor: string): Promise<Account> {
    const account = await accounts.find(personOf(actor) ?? 0);
    if (account === null) throw new RpcError(status.NOT_FOUND, "The caller has no account", { reason: "not_found" });
    return account;
  }

  async function findOrAdmit(email: string, admit: boolean, cause: Cause): Promise<number | undefined> {
    if (!admit) return (await accounts.findByEmail(email)) ?? undefined;
    try {
      return await accounts.admitBy(personOf(cause.actor), email, cause);
    } catch (error) {
      // A person who is being erased also has no account.
      if (error instanceof AccountError) return undefined;
      throw error;
    }
  }

  return serve(AccountsServiceDefinition, handlers, accountsErrors);
}

const toTokenMessage = ({ expiresAt, usedAt, scopes, ...facts }: TokenFacts) => ({
  ...facts,
  scopes: [...scopes],
  expiresAt: expiresAt === null ? undefined : new Date(expiresAt),
  usedAt: usedAt === null ? undefined : new Date(usedAt),
});

const causeOf = ({ actor, requestId }: Call): Cause => ({ actor, correlationId: requestId });

const expiredLinkError = (): RpcError => new RpcError(status.NOT_FOUND, "The link has expired or was used");

const LINK_REFUSALS = {
  bad_password: [status.INVALID_ARGUMENT, `A password has ${PASSWORDS.minLength} to ${PASSWORDS.maxLength} characters`],
  has_account: [status.FAILED_PRECONDITION, "This address already belongs to an account: sign in with that account"],
} as const satisfies { readonly [R in Exclude<LinkRefusal, "expired">]: readonly [status, string] };
