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

const HAND_OVER = '{"hand_over_to": number or email of an account}';

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
export type Written = z.infer<typeof legacySchema>;

/** The chosen dispositions. Throws 422, by field, for an invalid value. */
export async function readLegacy(
  written: Written,
  accounts: Calls<AccountsServiceDefinition>,
  context: CallOrigin,
): Promise<EraseAccountRequest> {
  const read = async (name: Field): Promise<Disposition> => {
    const disposition = await readDisposition(written[name], DISPOSITIONS_BY_KIND[FIELDS[name][0]], accounts, context);
    if (disposition !== null) return disposition;
    throw customError("invalid", { [name]: [`is ${JSON.stringify(written[name])}. ${descriptionOf(name)}`] });
  };
  return {
    publicScenarios: await read("public_scenarios"),
    privateScenarios: await read("private_scenarios"),
    savedScenarios: await read("saved_scenarios"),
  };
}

/** Null for an invalid value, or a recipient without an account. */
async function readDisposition(
  written: unknown,
  possible: readonly string[],
  accounts: Calls<AccountsServiceDefinition>,
  context: CallOrigin,
): Promise<Disposition | null> {
  if (written === undefined) return { choice: possible[0]!, to: undefined };
  if (!isObject(written)) {
    return typeof written === "string" && written !== "hand_over" && possible.includes(written)
      ? { choice: written, to: undefined }
      : null;
  }
  const { hand_over_to: heir } = written;
  const number = toId(heir);
  if (number !== null) return { choice: "hand_over", to: number };
  if (typeof heir !== "string") return null;
  const { people } = await accounts.findPeople({ emails: [heir], admit: false }, context);
  const to = people[0]?.id;
  return to === undefined ? null : { choice: "hand_over", to };
}
