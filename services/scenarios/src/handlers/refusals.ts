/** RPC errors for refused commands. */
import { RpcError, status } from "@etesian/service-kit";
import type { FieldProblem } from "../deciding/origin.ts";
import type { Refusal } from "../deciding/scenario-commands.ts";

type Reason = Exclude<Refusal["reason"], "invalid" | "missing_scope">;

/** Status, error code and message of each refusal that does not concern the contents of a request. */
const REFUSALS = {
  // Private and missing scenarios are indistinguishable.
  unknown: [status.NOT_FOUND, "not_found", () => "Not found"],
  hidden: [status.NOT_FOUND, "not_found", () => "Not found"],
  not_yours: [status.PERMISSION_DENIED, "not_yours", () => "Scenario does not belong to you"],
  read_only: [status.PERMISSION_DENIED, "read_only", () => "Cannot modify a read-only scenario"],
  not_tagged: [status.NOT_FOUND, "not_tagged", () => "Scenario version tag not found"],
  not_attached: [status.NOT_FOUND, "not_attached", () => "Not found"],
  taken: [status.ALREADY_EXISTS, "taken", (id) => `Scenario ${id} already exists`],
} as const satisfies { readonly [R in Reason]: readonly [status, reason: string, (id: number) => string] };

/** Converts a refusal to an error. */
export function toRpcError(id: number, refusal: Refusal): RpcError {
  if (refusal.reason === "invalid") {
    return new RpcError(status.INVALID_ARGUMENT, refusal.problems.map(sentenceFor).join("; "), { reason: "invalid" });
  }
  if (refusal.reason === "missing_scope") {
    const sentence = `The token does not allow this: it needs ${refusal.scopes.join(", ")}`;
    return new RpcError(status.PERMISSION_DENIED, sentence, { reason: refusal.reason });
  }
  const [code, reason, sentenceOf] = REFUSALS[refusal.reason];
  return new RpcError(code, sentenceOf(id), { reason });
}

const sentenceFor = ({ attribute, message }: FieldProblem): string =>
  attribute === "base" ? message : `${attribute} ${message}`;
