/** Texts of comments: encrypted with their author's key, which `accounts` stores. */
import type { Comment } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Backends } from "../backends.ts";

/** Texts per call, each up to ten kilobytes. */
const BATCH_SIZE = 100;

/**
 * Encrypts a text of the caller. Returns an empty text if the caller has no account, because the scenario then refuses
 * the caller.
 */
export async function sealText(
  accounts: Pick<Backends["accounts"], "sealText">,
  text: string,
  context: CallOrigin,
): Promise<string> {
  if (context.actor === "anonymous") return "";
  return (await accounts.sealText({ text }, context)).sealed;
}

/** The decrypted text of each comment; null if its author was erased. */
export async function openTexts(
  accounts: Pick<Backends["accounts"], "openTexts">,
  comments: readonly Comment[],
  context: CallOrigin,
): Promise<readonly (string | null)[]> {
  const plainTexts: (string | null)[] = [];
  for (let start = 0; start < comments.length; start += BATCH_SIZE) {
    const sealedTexts = comments
      .slice(start, start + BATCH_SIZE)
      .map(({ author, text }) => ({ person: author, sealed: text }));
    const { texts } = await accounts.openTexts({ texts: sealedTexts }, context);
    plainTexts.push(...texts.map(({ text }) => text ?? null));
  }
  return plainTexts;
}
