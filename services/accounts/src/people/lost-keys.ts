/** Detects accounts that lost their key without being erased; continuing would treat their owners as new people. */
import { StartRefusedError } from "@etesian/service-kit";
import type { Vault } from "./vault.ts";

/** Thrown when accounts have no key and the operator has not accepted their loss. */
export class LostKeysError extends StartRefusedError {
  override readonly name = "LostKeysError";

  constructor(lostIds: readonly number[]) {
    const [count, verb] = lostIds.length === 1 ? ["1 account", "has"] : [`${lostIds.length} accounts`, "have"];
    const shownPeople = lostIds.slice(0, MAX_SHOWN).map((person) => `person-${person}`);
    const more = lostIds.length > MAX_SHOWN ? ", …" : "";
    super(
      `${count} ${verb} no key (${shownPeople.join(", ")}${more}): restore keys.db, or start with --without-keys. ` +
        "Without their keys, these people cannot sign in, and a new account with the same email is a different person",
    );
  }
}
const MAX_SHOWN = 5;

/** People according to events, keys and the list of erasures. */
export interface RecordedPeople {
  /** Ids of people with an account, according to the events. */
  readonly accountIds: readonly number[];
  /** Ids of erased people. */
  readonly erasedIds: ReadonlySet<number>;
}

/**
 * Checks that every account has its key; with `accept`, missing keys are recorded as lost. @returns accounts newly
 * recorded as lost. @throws LostKeysError if keys are missing without `accept`.
 */
export async function checkKeys(
  vault: Vault,
  { accountIds, erasedIds }: RecordedPeople,
  accept: boolean,
): Promise<readonly number[]> {
  const knownIds = await vault.peopleWithKeyOrLost();
  const lostIds = accountIds.filter((person) => !knownIds.has(person) && !erasedIds.has(person));
  if (lostIds.length === 0) return [];
  if (!accept) throw new LostKeysError(lostIds);
  await vault.acceptLostKeys(lostIds);
  return lostIds;
}
