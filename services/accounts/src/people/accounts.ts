/** Operations on accounts and other known people, for other services and the command line. */
import { randomUUID } from "node:crypto";
import { type Clock, systemClock } from "@etesian/clock";
import { LruCache } from "@etesian/collections";
import { personEvents } from "@etesian/contracts/events/person";
import { type Disposition, DISPOSITIONS_BY_KIND, OWNED_KINDS, type Legacy } from "@etesian/contracts/legacy";
import { type Claim, CLAIMS, type Scope } from "@etesian/contracts/rights";
import { Aggregates, eventCodec, type EventStore } from "@etesian/event-store";
import { z } from "zod";
import { type Person, type PersonCommand, person as decider, type Refusal, streamOf } from "./person.ts";
import { matchesDigest, createToken, parseToken } from "./tokens.ts";
import type { Mailer } from "../mail/mailer.ts";
import { isSameEmail, UnreadableError, type Vault } from "./vault.ts";

const detailsSchema = z.object({ email: z.string(), name: z.string().nullable() });
/** Personal data. */
export type Details = z.infer<typeof detailsSchema>;

/** A person as shown to users who share something with them. */
export interface Profile extends Details {
  readonly id: number;
  /** False for a person known only by an email that another user entered. */
  readonly hasAccount: boolean;
}

/** An account as shown to its owner. */
export interface Account extends Profile {
  readonly privateScenarios: boolean;
  readonly admin: boolean;
  readonly tokens: readonly TokenFacts[];
}

/** An address that was added to an account. */
export interface AddedAddress {
  /** Person id that the address had before it was added. */
  readonly id: number;
  readonly email: string;
}

export interface TokenFacts {
  readonly key: string;
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: string | null;
  /** Accurate to a minute; null if the token was never used. */
  readonly usedAt: string | null;
}

/** Owner and scopes of a token. */
export interface Principal {
  readonly person: number;
  readonly scopes: readonly Scope[];
  readonly admin: boolean;
  readonly privateScenarios: boolean;
  /** Personal data that the bearer may read. */
  readonly claims: readonly Claim[];
  readonly expiresAt: string | null;
}

/** Identity of a person at another OpenID issuer. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  /** Null if the issuer has not verified one. */
  readonly email: string | null;
  readonly name: string | null;
}

/** Precision of recorded token uses: recording each use would turn every read into a write. */
const USE_PRECISION_MS = 60_000;
const CACHED_USES = 10_000;
const PAGE = 500;

/** Actor and request that cause a change. */
export interface Cause {
  readonly actor: string;
  readonly correlationId: string;
}

const MESSAGES = {
  no_account: (subject) => `${subject} has no account`,
  has_account: (subject) => `${subject} already has an account`,
  leaving: (subject) => `The account of ${subject} is being erased`,
  erased: (subject) => `${subject} has no account`,
  too_many_tokens: (subject) => `${subject} has the maximum number of tokens: revoke one first`,
  no_such_token: (subject) => `${subject} has no such token`,
  no_such_address: (subject) => `${subject} is not an address that was added to an account`,
  not_an_email: (subject) => `${JSON.stringify(subject)} is not an email address`,
  added_address: (subject) =>
    `${subject} was added to an account for sharing only: use the account's own email address`,
} as const satisfies { readonly [R in Refusal | "not_an_email" | "added_address"]: (subject: string) => string };

/** An operation on an account was refused; the message is for the caller. */
export class AccountError extends Error {
  override readonly name = "AccountError";
  readonly reason: keyof typeof MESSAGES;

  constructor(reason: keyof typeof MESSAGES, subject: string) {
    super(MESSAGES[reason](subject));
    this.reason = reason;
  }
}

const KIND_LABELS: { readonly [K in keyof Legacy]: string } = {
  publicScenarios: "public scenarios",
  privateScenarios: "private scenarios",
  savedScenarios: "saved scenarios",
};

/** The requested disposition of an account's resources is invalid. */
export class LegacyError extends Error {
  override readonly name = "LegacyError";
}

export class Accounts {
  readonly #vault: Vault;
  readonly #people;
  readonly #clock: Clock;
  readonly #messages: Pick<Mailer, "delete">;
  /** Time of the last recorded use, by person and key. */
  readonly #recordedUses = new LruCache<string, number>(CACHED_USES);

  /** `messages`: store of emails that were written as files. */
  constructor(store: EventStore, vault: Vault, messages: Pick<Mailer, "delete">, clock: Clock = systemClock) {
    this.#messages = messages;
    this.#vault = vault;
    this.#clock = clock;
    this.#people = new Aggregates({
      store,
      codec: eventCodec(personEvents),
      decider,
      streamOf,
      clock,
    });
  }

  /** Creates an account. @throws AccountError if the email is invalid or already has one. */
  async create(details: Details, privateScenarios: boolean, cause: Cause): Promise<number> {
    const email = validateEmail(details.email);
    const id = await this.resolveMerged(await this.#findOrCreateId(email));
    const sealed = await this.#vault.seal(id, { ...details, email } satisfies Details);
    await this.#handle(id, { type: "OpenAccount", details: sealed, privateScenarios }, email, cause);
    return id;
  }

  /**
   * Returns the person with an email and creates one if there is none; the person may have no account.
   * @throws AccountError if the email is invalid or belongs to an account that is being erased.
   */
  async admit(address: string, cause: Cause): Promise<number> {
    const email = validateEmail(address);
    const id = await this.resolveMerged(await this.#findOrCreateId(email));
    const { state } = await this.#people.load(id);
    if (state.status === "absent") {
      const sealed = await this.#vault.seal(id, { email, name: null } satisfies Details);
      await this.#handle(id, { type: "Invite", details: sealed }, email, cause);
    }
    if (state.status === "leaving" || state.status === "erased") throw new AccountError(state.status, email);
    return id;
  }

  /** Like `admit`, for a person who adds another by email, which makes them contacts. */
  async admitBy(person: number | null, address: string, cause: Cause): Promise<number> {
    const id = await this.admit(address, cause);
    if (person !== null && person !== id) await this.#vault.addContact(person, id);
    return id;
  }

  /** Contacts of a person: people who added the person by email, or were added by the person. */
  contactsOf(person: number): Promise<ReadonlySet<number>> {
    return this.#vault.contactsOf(person);
  }

  /** Returns the id of the person with an email; creates the person if there is none. */
  async #findOrCreateId(email: string): Promise<number> {
    const id = await this.#vault.admit(email);
    if (!(await this.#isRemoved(id))) return id;
    // The key may remain from an older copy of the keys, or from a program that was killed before deleting it.
    await this.deleteAddress(id);
    return this.#vault.admit(email);
  }

  /**
   * Id of the person who receives resources shared with an email: the email's own person, or the account it was added
   * to. Null for an unknown email.
   */
  async findByEmail(email: string): Promise<number | null> {
    const id = await this.#vault.find(email);
    if (id === null || (await this.#isRemoved(id))) return null;
    const owner = await this.resolveMerged(id);
    return (await this.#people.load(owner)).state.status === "present" ? owner : null;
  }

  /**
   * Id of the person whose own email this is, with or without an account. Only this address can sign in: an address
   * that was added to an account is not found.
   */
  async findByOwnEmail(email: string): Promise<number | null> {
    const person = await this.findByEmail(email);
    return person !== null && (await this.#isOwn(email, person)) ? person : null;
  }

  async #isOwn(email: string, person: number): Promise<boolean> {
    const profile = await this.profile(person);
    return profile !== null && isSameEmail(profile.email, email);
  }

  /** Addresses that were added to an account. */
  async addedAddresses({ id, email }: Pick<Account, "id" | "email">): Promise<readonly AddedAddress[]> {
    const profiles = (await this.#vault.coupledIds(id)).map(async (number) =>
      (await this.#isRemoved(number)) ? null : this.profile(number),
    );
    const existingProfiles = (await Promise.all(profiles)).filter((profile) => profile !== null);
    return existingProfiles.filter((profile) => profile.email !== "" && !isSameEmail(profile.email, email));
  }

  /**
   * Removes an added address from its account, so it belongs to a new person. The account keeps roles granted to it.
   * @throws AccountError if it was not added to this account.
   */
  async removeAddress(account: Pick<Account, "id" | "email">, addressId: number, cause: Cause): Promise<void> {
    const isOwnAddress = (await this.addedAddresses(account)).some(({ id }) => id === addressId);
    if (!isOwnAddress) throw new AccountError("no_such_address", `person ${addressId}`);
    await this.#handle(addressId, { type: "RemoveAddress" }, `person ${addressId}`, cause);
    await this.deleteAddress(addressId);
  }

  /** Deletes the record of the address. Idempotent. */
  async deleteAddress(addressId: number): Promise<void> {
    if (await this.#vault.hasKey(addressId)) await this.#deleteRecords(addressId);
  }

  async #isRemoved(id: number): Promise<boolean> {
    const { state } = await this.#people.load(id);
    return state.status === "present" && state.isRemoved;
  }

  /** Follows couplings from a person to the one that they were merged into. */
  async resolveMerged(id: number): Promise<number> {
    const { state } = await this.#people.load(id);
    return state.status === "present" && state.into !== null ? this.resolveMerged(state.into) : id;
  }

  /**
   * Couples a person without an account with an account: the email and the resources shared with it then belong to that
   * account. Returns the owner of the email, which differs from `account` if person `id` already has an account or is
   * coupled with another one.
   * @throws AccountError if the person or account does not exist.
   */
  async couple(id: number, account: number, cause: Cause): Promise<number> {
    if ((await this.find(account)) === null) throw new AccountError("no_account", `person ${account}`);
    if (id !== account) await this.#handle(id, { type: "Couple", into: account, merge: false }, `person ${id}`, cause);
    return this.resolveMerged(id);
  }

  /**
   * Returns the account of a person identified by another issuer; creates it on first use. `identity` has an email only
   * if the issuer has verified it; the email then identifies the person across issuers. An added address identifies no
   * account and cannot sign in to one.
   */
  async findOrCreateByIdentity(identity: Identity, cause: Cause): Promise<number> {
    const { issuer, subject, email } = identity;
    const previousOwner = await this.#vault.findIdentity(issuer, subject);
    const person = previousOwner === null ? null : await this.resolveMerged(previousOwner);
    const emailOwner = email === null ? null : await this.findByEmail(email);
    const isAddedAddress = email !== null && emailOwner !== null && !(await this.#isOwn(email, emailOwner));
    const hasUsedInvitation =
      isAddedAddress && person === emailOwner && (await this.#vault.find(nameAtIssuer(identity))) !== previousOwner;
    if (person === null || hasUsedInvitation)
      return this.#createByIdentity(isAddedAddress ? { ...identity, email: null } : identity, previousOwner, cause);
    const account = email === null ? null : await this.find(person);
    if (email === null || account === null || account.email !== "") return person;
    // The issuer may have verified the email since.
    const owner = isAddedAddress ? emailOwner : await this.admit(email, cause);
    if (owner !== person && isAddedAddress) return person;
    if (owner !== person && (await this.find(owner)) !== null) {
      await this.#handle(person, { type: "Couple", into: owner, merge: true }, `person ${person}`, cause);
      return this.resolveMerged(person);
    }
    await this.couple(owner, person, cause);
    const sealed = await this.#vault.seal(person, { email, name: account.name ?? identity.name } satisfies Details);
    await this.#handle(person, { type: "ChangeAccount", details: sealed, privateScenarios: null }, email, cause);
    return person;
  }

  /**
   * Creates the account of a person identified by an issuer, or finds the account of their email. `previousOwner` is
   * the person that had the identity before, or null.
   */
  async #createByIdentity(identity: Identity, previousOwner: number | null, cause: Cause): Promise<number> {
    const { issuer, subject, email, name } = identity;
    // Without an email, only the identity identifies the person.
    const person = await this.resolveMerged(await this.#findOrCreateId(email ?? nameAtIssuer(identity)));
    const hasAccount = (await this.find(person)) !== null;
    // A concurrent request may have added the email to an account since.
    if (!hasAccount && !(await this.open(person, { email: email ?? "", name }, cause)))
      return this.findOrCreateByIdentity(identity, cause);
    const owner = await this.resolveMerged(await this.#vault.setIdentity(issuer, subject, previousOwner, person));
    const sealed = await this.#vault.seal(owner, { issuer, subject });
    await this.#handle(owner, { type: "AddIdentity", identity: sealed }, `person ${owner}`, cause);
    return owner;
  }

  /**
   * Creates a person's account; returns false if they already have one or were coupled with one. Only one of several
   * concurrent calls succeeds.
   */
  async open(id: number, details: Details, cause: Cause): Promise<boolean> {
    const sealed = await this.#vault.seal(id, details);
    const command = { type: "OpenAccount", details: sealed, privateScenarios: false } as const;
    const outcome = await this.#people.handle(id, command, cause);
    if ("refusal" in outcome && outcome.refusal !== "has_account") {
      throw new AccountError(outcome.refusal, `person ${id}`);
    }
    return !("refusal" in outcome);
  }

  /** Rights of a credential's owner; null if the account does not exist or was erased. */
  async principal(grant: Pick<Principal, "person" | "scopes" | "claims"> & { readonly expiresAt: string }) {
    const person = await this.resolveMerged(grant.person);
    const { state } = await this.#people.load(person);
    if (state.status !== "present" || !state.hasAccount) return null;
    return { ...grant, person, admin: state.admin, privateScenarios: state.privateScenarios } satisfies Principal;
  }

  /** The person with an id, or null. */
  async profile(id: number): Promise<Profile | null> {
    const { state } = await this.#people.load(id);
    const unsealed = state.status === "present" ? await this.#vault.unseal(id, state.details) : null;
    if (state.status !== "present" || unsealed === null) return null;
    return { id, ...detailsSchema.parse(unsealed), hasAccount: state.hasAccount };
  }

  /**
   * Id of the person whose email an operator enters, with or without an account; null if unknown. @throws AccountError
   * for an address that was only added to an account, because the mailbox may belong to another person.
   */
  async findForOperator(email: string): Promise<number | null> {
    const person = await this.findByOwnEmail(email);
    if (person === null && (await this.findByEmail(email)) !== null) throw new AccountError("added_address", email);
    return person;
  }

  /** The account with an email. @throws AccountError if there is none. */
  async getByEmail(email: string): Promise<Account> {
    const id = await this.findForOperator(email);
    const account = id === null ? null : await this.find(id);
    if (account === null) throw new AccountError("no_account", email);
    return account;
  }

  /** The account with an id, or null. */
  async find(id: number): Promise<Account | null> {
    const { state } = await this.#people.load(id);
    const profile = await this.profile(id);
    if (state.status !== "present" || profile === null || !profile.hasAccount) return null;
    const { privateScenarios, admin } = state;
    return { ...profile, privateScenarios, admin, tokens: await this.#tokens(id, state) };
  }

  async #tokens(id: number, { tokens }: Person): Promise<readonly TokenFacts[]> {
    const uses = await this.#vault.tokenUses(id);
    const facts = Object.entries(tokens).map(async ([key, { label, scopes, expiresAt }]) => ({
      key,
      label: z.string().parse(await this.#vault.unseal(id, label)),
      scopes,
      expiresAt,
      usedAt: uses.get(key) ?? null,
    }));
    return Promise.all(facts);
  }

  /** All accounts, ordered by id. */
  async *all(): AsyncGenerator<Account | { readonly id: number; readonly unreadable: string }> {
    let last = 0;
    for (;;) {
      const ids = await this.#vault.people(last, PAGE);
      for (const id of ids) {
        const account = await this.find(id).catch((error: unknown) => {
          if (error instanceof UnreadableError) return { id, unreadable: error.message };
          throw error;
        });
        if (account !== null) yield account;
      }
      if (ids.length < PAGE) return;
      last = ids.at(-1)!;
    }
  }

  /** Changes the given fields; null leaves a field unchanged. @throws AccountError if the account does not exist. */
  async change(
    id: number,
    { name, privateScenarios }: { readonly name: string | null; readonly privateScenarios: boolean | null },
    cause: Cause,
  ): Promise<Account> {
    const account = await this.find(id);
    if (account === null) throw new AccountError("no_account", `person ${id}`);
    const { email } = account;
    const isRenamed = name !== null && name !== account.name;
    const sealed = isRenamed ? await this.#vault.seal(id, { email, name } satisfies Details) : null;
    await this.#handle(id, { type: "ChangeAccount", details: sealed, privateScenarios }, email, cause);
    return { ...account, name: name ?? account.name, privateScenarios: privateScenarios ?? account.privateScenarios };
  }

  /**
   * Makes an address the email of an account. The previous address can no longer sign in; resources shared with it stay
   * with the account.
   * @throws AccountError if the address already has an account.
   */
  async changeEmail({ id, name }: Pick<Account, "id" | "name">, email: string, cause: Cause): Promise<void> {
    const owner = await this.admit(email, cause);
    if (owner !== id && (await this.find(owner)) !== null) throw new AccountError("has_account", email);
    if ((await this.couple(owner, id, cause)) !== id) throw new AccountError("has_account", email);
    const sealed = await this.#vault.seal(id, { email: email.trim(), name } satisfies Details);
    await this.#handle(id, { type: "ChangeAccount", details: sealed, privateScenarios: null }, email, cause);
  }

  async setAdmin({ id, email }: Account, admin: boolean, cause: Cause): Promise<void> {
    await this.#handle(id, { type: "SetAdmin", admin }, email, cause);
  }

  /** Creates a token, which is never shown again. `expiresAt` is ISO 8601, or null for no expiry. */
  async issueToken(
    { id, email }: Account,
    label: string,
    scopes: readonly Scope[],
    expiresAt: string | null,
    cause: Cause,
  ): Promise<string> {
    const { text, key, digest } = createToken(id);
    const sealed = await this.#vault.seal(id, label);
    await this.#handle(id, { type: "IssueToken", token: key, label: sealed, digest, scopes, expiresAt }, email, cause);
    return text;
  }

  async revokeToken({ id, email }: Account, key: string, cause: Cause): Promise<void> {
    await this.#handle(id, { type: "RevokeToken", token: key }, email, cause);
  }

  /** Owner of a token; null if it is invalid, has expired or was revoked. */
  async introspect(text: string): Promise<Principal | null> {
    const parsedToken = parseToken(text);
    if (parsedToken === null) return null;
    const { person, key } = parsedToken;
    const { state } = await this.#people.load(person);
    const owner = state.status === "present" ? state : null;
    const token = owner !== null && Object.hasOwn(owner.tokens, key) ? owner.tokens[key]! : null;
    if (!matchesDigest(text, token?.digest ?? null) || owner === null || token === null) return null;
    const { scopes, expiresAt } = token;
    const now = this.#clock.now();
    if (expiresAt !== null && now.toISOString() >= expiresAt) return null;
    await this.#recordUse(person, key, now);
    const { admin, privateScenarios } = owner;
    return { person, scopes, admin, privateScenarios, claims: CLAIMS, expiresAt };
  }

  /**
   * Starts the erasure of a person, with or without an account. From then on, no token or email identifies the person.
   * A process (`erasure.ts`) disposes of their resources and deletes their key. @throws LegacyError if a disposition is
   * invalid.
   */
  async startErasure(id: number, legacy: Legacy, cause: Cause): Promise<void> {
    for (const kind of OWNED_KINDS) await this.#checkDisposition(id, kind, legacy[kind]);
    await this.repeatErasure(id, legacy, cause);
  }

  /** Repeats an erasure, even if a recipient was erased in the meantime. */
  async repeatErasure(id: number, legacy: Legacy, cause: Cause): Promise<void> {
    await this.#handle(id, { type: "BeginErasure", legacy }, `person ${id}`, cause);
  }

  async #checkDisposition(id: number, kind: keyof Legacy, { choice, to }: Disposition): Promise<void> {
    const allowedChoices: readonly string[] = DISPOSITIONS_BY_KIND[kind];
    const label = KIND_LABELS[kind];
    if (!allowedChoices.includes(choice))
      throw new LegacyError(`${choice} is not possible for ${label}: expected ${allowedChoices.join(" or ")}`);
    if (to === null) return;
    if (to === id) throw new LegacyError(`${label} cannot be handed over to an account that is being erased`);
    if (!(await this.isAccount(to))) throw new LegacyError(`${label} cannot be handed over: there is no account ${to}`);
  }

  /** Whether this is an active account. */
  async isAccount(id: number): Promise<boolean> {
    const { state } = await this.#people.load(id);
    return state.status === "present" && state.hasAccount;
  }

  /** Dispositions chosen by a person who was or is being erased; null for all others. */
  async legacyOf(id: number): Promise<Legacy | null> {
    const { state } = await this.#people.load(id);
    return state.status === "leaving" || state.status === "erased" ? state.legacy : null;
  }

  /** Deletes a person's key as the last step, which makes their data in events unreadable. */
  async finishErasure(id: number, cause: Cause): Promise<void> {
    if (await this.isErased(id)) return;
    await this.#deleteRecords(id);
    await this.#handle(id, { type: "FinishErasure" }, `person ${id}`, cause);
  }

  async #deleteRecords(id: number): Promise<void> {
    for (const message of await this.#vault.messagesOf(id)) await this.#messages.delete(message);
    await this.#vault.deletePerson(id);
  }

  /** Whether no data of the person remains. */
  async isErased(id: number): Promise<boolean> {
    const { state } = await this.#people.load(id);
    return state.status === "erased" && !(await this.#vault.hasKey(id));
  }

  /** All ids of a person, including coupled ones. */
  async idsOf(id: number): Promise<readonly number[]> {
    return [id, ...(await this.#vault.coupledIds(id))];
  }

  /** Reserves the ids up to this one, so that no new person gets them. */
  async reserve(highest: number): Promise<void> {
    await this.#vault.reserve(highest);
  }

  async #recordUse(person: number, key: string, now: Date): Promise<void> {
    const name = `${person} ${key}`;
    if (now.getTime() - (this.#recordedUses.get(name) ?? 0) < USE_PRECISION_MS) return;
    this.#recordedUses.set(name, now.getTime());
    await this.#vault.recordUse(person, key, now.toISOString());
  }

  async #handle(id: number, command: PersonCommand, subject: string, cause: Cause): Promise<void> {
    const outcome = await this.#people.handle(id, command, cause);
    if ("refusal" in outcome) throw new AccountError(outcome.refusal, subject);
  }
}

/** A valid email address without surrounding spaces. @throws AccountError if it is invalid. */
function validateEmail(address: string): string {
  const email = address.trim();
  if (!z.email().safeParse(email).success) throw new AccountError("not_an_email", email);
  return email;
}

/** Identifies a person without an email; no valid email has this form. */
const nameAtIssuer = ({ issuer, subject }: Identity): string => `${issuer}\n${subject}`;

/** Cause of changes that an operator makes on the command line. */
export const operatorCause = (): Cause => ({ actor: "service:command-line", correlationId: randomUUID() });
