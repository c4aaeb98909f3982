/** Detects accounts that lost their key without being erased; continuing would treat their owners as new people. */
import { StartRefusedError } from "@etesian/service-kit";
import type { Vault } from "./vault.ts";

/** Accounts have no key, and the operator has not accepted their loss. */
export class LostKeysError extends StartRefusedError {
  override readonly name = "LostKeysError";

  constructor(lost: readonly number[]) {
    const [some, have] = lost.length === 1 ? ["1 account", "has"] : [`${lost.length} accounts`, "have"];
    const shown = lost.slice(0, MAX_SHOWN).map((person) => `person-${person}`);
    const more = lost.length > MAX_SHOWN ? ", …" : "";
    super(
      `${some} ${have} no key (${shown.join(", ")}${more}): restore keys.db, or start with --without-keys. ` +
        "Without their keys, these people cannot sign in, and a new account with the same email is a different person",
    );
  }
}
const MAX_SHOWN = 5;

/** People according to events, keys and the list of erasures. */
export interface RecordedPeople {
  /** Ids of people with an account, according to the events. */
  readonly withAccount: readonly number[];
  /** Ids of erased people. */
  readonly erased: ReadonlySet<number>;
}

/**
 * Checks that every account has its key; with `accept`, missing keys are recorded as lost. @returns accounts newly
 * recorded as lost. @throws LostKeysError if keys are missing without `accept`.
 */
export async function checkKeys(
  vault: Vault,
  { withAccount, erased }: RecordedPeople,
  accept: boolean,
): Promise<readonly number[]> {
  const known = await vault.withKeyOrLost();
  const lost = withAccount.filter((person) => !known.has(person) && !erased.has(person));
  if (lost.length === 0) return [];
  if (!accept) throw new LostKeysError(lost);
  await vault.acceptLost(lost);
  return lost;
}
