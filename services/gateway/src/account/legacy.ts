/** Reads the disposition of an erased account's resources from a request. */
import type { AccountsServiceDefinition, EraseAccountRequest, Disposition } from "@etesian/contracts/accounts";
import { DISPOSITIONS_BY_KIND, type OwnedKind } from "@etesian/contracts/legacy";
import type { CallOrigin, Calls } from "@etesian/service-kit";
import { z } from "zod";
import { customError } from "../http/errors.ts";
import { isObject, toId } from "../http/parameters.ts";

const FIELDS = {
  public_scenarios: [
    "publicScenarios",
    "public scenarios with no other owner; leaving them makes them public and unowned",
  ],
  private_scenarios: ["privateScenarios", "private scenarios with no other owner"],
  saved_scenarios: ["savedScenarios", "saved scenarios with no other owner"],
} as const satisfies { readonly [field: string]: readonly [kind: OwnedKind, description: string] };
type Field = keyof typeof FIELDS;

const HAND_OVER = '{"hand_over_to": ID or email of an account}';

/** Description of a request field: its meaning and its possible values. */
function descriptionOf(name: Field): string {
  const [kind, description] = FIELDS[name];
  const [first, ...others] = DISPOSITIONS_BY_KIND[kind].map((choice) =>
    choice === "hand_over" ? HAND_OVER : `"${choice}"`,
  );
  return `Disposition of ${description}: ${first} (when absent), ${others.join(" or ")}`;
}

const field = (name: Field) =>
  z
    .unknown()
    .meta({ type: ["string", "object"], description: descriptionOf(name) })
    .optional();

export const legacySchema = z.object({
  public_scenarios: field("public_scenarios"),
  private_scenarios: field("private_scenarios"),
  saved_scenarios: field("saved_scenarios"),
});
export type LegacyDispositions = z.infer<typeof legacySchema>;

/** Reads the chosen dispositions. Throws 422 with a message per field if a value is invalid. */
export async function readLegacy(
  fields: LegacyDispositions,
  accounts: Calls<AccountsServiceDefinition>,
  context: CallOrigin,
): Promise<EraseAccountRequest> {
  const readField = async (name: Field): Promise<Disposition> => {
    const disposition = await readDisposition(fields[name], DISPOSITIONS_BY_KIND[FIELDS[name][0]], accounts, context);
    if (disposition !== null) return disposition;
    throw customError("invalid", { [name]: [`is ${JSON.stringify(fields[name])}. ${descriptionOf(name)}`] });
  };
  return {
    publicScenarios: await readField("public_scenarios"),
    privateScenarios: await readField("private_scenarios"),
    savedScenarios: await readField("saved_scenarios"),
  };
}

/** Returns null for an invalid value, or a recipient without an account. */
async function readDisposition(
  value: unknown,
  allowedChoices: readonly string[],
  accounts: Calls<AccountsServiceDefinition>,
  context: CallOrigin,
): Promise<Disposition | null> {
  if (value === undefined) return { choice: allowedChoices[0]!, to: undefined };
  if (!isObject(value)) {
    return typeof value === "string" && value !== "hand_over" && allowedChoices.includes(value)
      ? { choice: value, to: undefined }
      : null;
  }
  const { hand_over_to: heir } = value;
  const heirId = toId(heir);
  if (heirId !== null) return { choice: "hand_over", to: heirId };
  if (typeof heir !== "string") return null;
  const { people } = await accounts.findPeople({ emails: [heir], admit: false }, context);
  const recipient = people[0]?.id;
  return recipient === undefined ? null : { choice: "hand_over", to: recipient };
}
