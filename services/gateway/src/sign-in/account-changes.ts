/** Changes of an account that its password confirms, for the pages without scripts and for the routes of the page. */
import type { AccountsServiceDefinition, AccountWithTokens } from "@etesian/contracts/accounts";
import type { CallOrigin, Calls } from "@etesian/service-kit";
import { readLegacy } from "../account/legacy.ts";
import { ApiError } from "../http/errors.ts";

export const WRONG_PASSWORD = "That is not your password. Nothing was changed.";
const NO_HEIR = "There is no account with that email address to hand over to.";

type Accounts = Calls<AccountsServiceDefinition>;

/** Whether the password of the account was shown, where it has one: a browser that is left open is not enough. */
export async function isConfirmed(
  accounts: Accounts,
  person: number,
  { account, hasPassword }: Pick<AccountWithTokens, "account" | "hasPassword">,
  password: string,
  origin: CallOrigin,
): Promise<boolean> {
  if (!hasPassword) return true;
  return (await accounts.checkPassword({ email: account?.email ?? "", password }, origin)).person === person;
}

/** The outcome for the scenarios of a deleted account: `hand_over`, or another choice of the API. */
export interface Dispositions {
  readonly public_scenarios: string;
  readonly private_scenarios: string;
  readonly saved_scenarios: string;
  /** Email of the account that takes over. */
  readonly heir: string;
}

/**
 * Begins to delete the account.
 * @returns why it is not deleted; null: it is
 */
export async function eraseAccount(
  accounts: Accounts,
  { public_scenarios, private_scenarios, saved_scenarios, heir }: Dispositions,
  call: CallOrigin,
): Promise<string | null> {
  const chosen = (choice: string) => (choice === "hand_over" ? { hand_over_to: heir.trim() } : choice);
  const written = {
    public_scenarios: chosen(public_scenarios),
    private_scenarios: chosen(private_scenarios),
    saved_scenarios: chosen(saved_scenarios),
  };
  const legacy = await readLegacy(written, accounts, call).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (legacy === null) return NO_HEIR;
  return (await accounts.eraseAccount(legacy, call)).problem ?? null;
}
