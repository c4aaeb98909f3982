/** The OpenID provider's store, implemented by the accounts service. */
import type { AccountsServiceDefinition } from "@etesian/contracts/accounts";
import { type Calls, RpcError, status } from "@etesian/service-kit";
import { type Adapter, type AdapterPayload, errors } from "oidc-provider";
import { currentClientAddress } from "./address.ts";

type Accounts = Pick<
  Calls<AccountsServiceDefinition>,
  "putOidcRecord" | "findOidcRecord" | "consumeOidcRecord" | "deleteOidcRecord" | "revokeOidcGrant"
>;

/** One address has created too many records without a signed-in person. */
class TooManyRequestsError extends errors.OIDCProviderError {
  // Not redirected to the client, because the error concerns the browser's address.
  override readonly allow_redirect = false;

  constructor() {
    super(429, "temporarily_unavailable");
    this.error_description = "Too many requests from this address; try again later";
  }
}

/** Records of one model, such as "Session" or "AccessToken". Secrets and names of people are not stored. */
export class Records implements Adapter {
  readonly #accounts: Accounts;
  readonly #model: string;

  constructor(accounts: Accounts, model: string) {
    this.#accounts = accounts;
    this.#model = model;
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const { jti: _, session, params, ...payloadFields } = payload;
    // A client may name the person it expects to sign in; the name is not stored.
    const { login_hint: ___, ...remainingParams } = params ?? {};
    const fieldsWithoutHint = params === undefined ? payloadFields : { ...payloadFields, params: remainingParams };
    // The session's ID during an interaction is its cookie, so it is not stored.
    const { cookie: __, ...sessionWithoutCookie } = (session ?? {}) as {
      readonly cookie?: string;
      readonly accountId?: string;
    };
    const storedPayload =
      session === undefined ? fieldsWithoutHint : { ...fieldsWithoutHint, session: sessionWithoutCookie };
    const client = currentClientAddress();
    const hasAccount = payload.accountId !== undefined || sessionWithoutCookie.accountId !== undefined;
    await this.#accounts
      .putOidcRecord(
        {
          model: this.#model,
          id,
          payloadJson: JSON.stringify(storedPayload),
          uid: payload.uid,
          grantId: payload.grantId,
          person: payload.accountId === undefined ? undefined : Number(payload.accountId),
          expiresAt: expiresIn === undefined ? undefined : new Date(Date.now() + expiresIn * 1000),
          anonymous: client !== undefined && !hasAccount,
        },
        client === undefined ? {} : { client },
      )
      .catch((error: unknown) => {
        if (error instanceof RpcError && error.code === status.RESOURCE_EXHAUSTED) throw new TooManyRequestsError();
        throw error;
      });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.#find({ $case: "id", value: id });
    return payload === undefined || this.#model === "Client" ? payload : { ...payload, jti: id };
  }

  findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#find({ $case: "uid", value: uid });
  }

  /** For devices without a browser, which are not supported. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Marks a record as used. Of two concurrent uses, neither sees the other during the lookup, so the slower one revokes
   * the grant here, as the library does for a later use. @throws InvalidGrant if another request was faster.
   */
  async consume(id: string): Promise<void> {
    const { isFirst } = await this.#accounts.consumeOidcRecord({ model: this.#model, id });
    if (isFirst) return;
    const grantId = (await this.find(id))?.grantId;
    if (grantId !== undefined) {
      await this.#accounts.deleteOidcRecord({ model: "Grant", id: grantId });
      await this.#accounts.revokeOidcGrant({ grantId });
    }
    throw new errors.InvalidGrant("it was used before");
  }

  async destroy(id: string): Promise<void> {
    await this.#accounts.deleteOidcRecord({ model: this.#model, id });
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#accounts.revokeOidcGrant({ grantId });
  }

  async #find(by: { $case: "id" | "uid"; value: string }): Promise<AdapterPayload | undefined> {
    const { payloadJson, consumedAt } = await this.#accounts.findOidcRecord({ model: this.#model, by });
    if (payloadJson === undefined) return undefined;
    const payload = JSON.parse(payloadJson) as AdapterPayload;
    return consumedAt === undefined ? payload : { ...payload, consumed: Math.floor(consumedAt.getTime() / 1000) };
  }
}
