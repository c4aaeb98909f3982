/** Answers to refused commands of saved scenarios and collections. */
import { RpcError, status } from "@etesian/service-kit";
import type { CollectionRefusal } from "./collection.ts";
import type { Refusal } from "./saved-scenario.ts";

type AnyRefusal = Refusal | CollectionRefusal;
type Reason = Exclude<AnyRefusal["reason"], "missing_scope" | "invalid">;

/**
 * Status, code for programs and sentence of each refusal. A caller without the right to see it gets the answer for a
 * missing one.
 */
const REFUSALS = {
  unknown: [status.NOT_FOUND, "not_found", () => "Not found"],
  hidden: [status.NOT_FOUND, "not_found", () => "Not found"],
  not_yours: [status.PERMISSION_DENIED, "not_yours", (what) => `${what} does not belong to you`],
  taken: [status.ALREADY_EXISTS, "taken", (what) => `${what} with this id is there already`],
  not_due: [status.FAILED_PRECONDITION, "not_due", () => "It has not been in the trash for long enough"],
} as const satisfies { readonly [R in Reason]: readonly [status, reason: string, sentence: (what: string) => string] };

/** The refusal as an error; `what` refused, in words. */
export function toRpcError(refusal: AnyRefusal, what = "Scenario"): RpcError {
  if (refusal.reason === "missing_scope") {
    const sentence = `The token does not allow this: it needs ${refusal.scopes.join(", ")}`;
    return new RpcError(status.PERMISSION_DENIED, sentence, { reason: refusal.reason });
  }
  if (refusal.reason === "invalid") {
    return new RpcError(status.INVALID_ARGUMENT, `${refusal.attribute} ${refusal.message}`, { reason: "invalid" });
  }
  const [code, reason, sentenceOf] = REFUSALS[refusal.reason];
  return new RpcError(code, sentenceOf(what), { reason });
}
