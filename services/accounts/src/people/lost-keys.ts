/** Accounts without a key that were not erased: a program that continued would take their people for new ones. */
import { StartRefusedError } from "@etesian/service-kit";
import type { Vault } from "./vault.ts";

/** Accounts have no key, and no operator has accepted that. */
export class LostKeysError extends StartRefusedError {
  override readonly name = "LostKeysError";

  constructor(lost: readonly number[]) {
    const [some, have] = lost.length === 1 ? ["1 account", "has"] : [`${lost.length} accounts`, "have"];
    const shown = lost.slice(0, SHOWN).map((person) => `person-${person}`);
    const more = lost.length > SHOWN ? ", …" : "";
    super(
      `${some} ${have} no key (${shown.join(", ")}${more}): restore keys.db, or start with --without-keys. ` +
        "Their people cannot sign in then, and a new account with the same e-mail is another person",
    );
  }
}
const SHOWN = 5;

/** People in events, keys and the list of erasures. */
export interface Accounted {
  /** Numbers of people with an account, by the events. */
  readonly withAccount: readonly number[];
  /** Numbers of people who were erased. */
  readonly erased: ReadonlySet<number>;
}

/**
 * Checks that every account has its key; with `accept`, missing ones count as lost from now on. @returns accounts newly
 * accepted as lost. @throws LostKeysError when keys are missing without `accept`.
 */
export async function checkKeys(
  vault: Vault,
  { withAccount, erased }: Accounted,
  accept: boolean,
): Promise<readonly number[]> {
  const known = await vault.withKeyOrLost();
  const lost = withAccount.filter((person) => !known.has(person) && !erased.has(person));
  if (lost.length === 0) return [];
  if (!accept) throw new LostKeysError(lost);
  await vault.acceptLost(lost);
  return lost;
}
