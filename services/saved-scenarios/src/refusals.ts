/** RPC errors for refused commands on saved scenarios and collections. */
import { RpcError, status } from "@etesian/service-kit";
import type { CollectionRefusal } from "./collection.ts";
import type { Refusal } from "./saved-scenario.ts";

type AnyRefusal = Refusal | CollectionRefusal;
type Reason = Exclude<AnyRefusal["reason"], "missing_scope" | "invalid">;

/**
 * Status, error code and message of each refusal. A resource that the caller may not see is reported like a missing
 * one.
 */
const REFUSALS = {
  unknown: [status.NOT_FOUND, "not_found", () => "Not found"],
  hidden: [status.NOT_FOUND, "not_found", () => "Not found"],
  not_yours: [status.PERMISSION_DENIED, "not_yours", (resource) => `${resource} does not belong to you`],
  taken: [status.ALREADY_EXISTS, "taken", (resource) => `${resource} with this id already exists`],
  not_due: [status.FAILED_PRECONDITION, "not_due", () => "It has not been in the trash long enough"],
} as const satisfies {
  readonly [R in Reason]: readonly [status, reason: string, message: (resource: string) => string];
};

/** Converts a refusal to an error; `resource` is its name in the message. */
export function toRpcError(refusal: AnyRefusal, resource = "Scenario"): RpcError {
  if (refusal.reason === "missing_scope") {
    const message = `The token does not allow this: it needs ${refusal.scopes.join(", ")}`;
    return new RpcError(status.PERMISSION_DENIED, message, { reason: refusal.reason });
  }
  if (refusal.reason === "invalid") {
    return new RpcError(status.INVALID_ARGUMENT, `${refusal.attribute} ${refusal.message}`, { reason: "invalid" });
  }
  const [code, reason, messageOf] = REFUSALS[refusal.reason];
  return new RpcError(code, messageOf(resource), { reason });
}
