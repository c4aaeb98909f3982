/** Account changes that require the password. */
import type { AccountsServiceDefinition, AccountWithTokens } from "@etesian/contracts/accounts";
import type { CallOrigin, Calls } from "@etesian/service-kit";
import { readLegacy } from "../account/legacy.ts";
import { ApiError } from "../http/errors.ts";

export const WRONG_PASSWORD = "The password is wrong. Nothing was changed.";
const NO_HEIR = "No account has the recipient's email address.";

type Accounts = Calls<AccountsServiceDefinition>;

/** Whether the request has the account's password, if there is one. An unattended session must not suffice. */
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

/** Dispositions of a deleted account's scenarios: `hand_over`, or another choice of the API. */
export interface Dispositions {
  readonly public_scenarios: string;
  readonly private_scenarios: string;
  readonly saved_scenarios: string;
  /** Email of the receiving account. */
  readonly heir: string;
}

/**
 * Starts the deletion of the account.
 * @returns the problem that prevents it; null on success
 */
export async function eraseAccount(
  accounts: Accounts,
  { public_scenarios, private_scenarios, saved_scenarios, heir }: Dispositions,
  call: CallOrigin,
): Promise<string | null> {
  const toDisposition = (choice: string) => (choice === "hand_over" ? { hand_over_to: heir.trim() } : choice);
  const dispositions = {
    public_scenarios: toDisposition(public_scenarios),
    private_scenarios: toDisposition(private_scenarios),
    saved_scenarios: toDisposition(saved_scenarios),
  };
  const legacy = await readLegacy(dispositions, accounts, call).catch((error: unknown) => {
    if (error instanceof ApiError) return null;
    throw error;
  });
  if (legacy === null) return NO_HEIR;
  return (await accounts.eraseAccount(legacy, call)).problem ?? null;
}
