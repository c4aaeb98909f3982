/**
 * Events of people, stream `person-{id}`. Personal data (e-mail, name, labels) are sealed with a key of the person,
 * which is stored elsewhere. Without it the events identify no person.
 */
import { z } from "zod";
import { DISPOSITIONS } from "../legacy.ts";
import { SCOPES } from "../rights.ts";

/** Personal data as JSON, encrypted, in base64. */
const sealed = z.base64();
/** Names a token of its person. */
const tokenKey = z.string().regex(/^[0-9a-f]{10}$/);

/** Disposition of scenarios and lists without another owner; `to` is the person who receives them. */
const disposition = z.object({ choice: z.enum(DISPOSITIONS), to: z.int().positive().nullable() });

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const personEvents = {
  /** An invitation named the e-mail of a person without an account. */
  PersonInvited: v1(z.object({ details: sealed })),
  AccountOpened: v1(z.object({ details: sealed, privateScenarios: z.boolean() })),
  /** The person turned out to be another one, who has their e-mail and their roles from now on. */
  PersonCoupled: v1(z.object({ into: z.int().positive() })),
  /** The e-mail of a person who turned out to be another one no longer belongs to that account; its key is gone. */
  AddressRemoved: v1(empty),
  /** Another issuer knows the person, as a subject of its own. */
  IdentityAdded: v1(z.object({ identity: sealed })),
  /** Another name. */
  DetailsChanged: v1(z.object({ details: sealed })),
  /** Whether new scenarios are private. */
  PrivacyChanged: v1(z.object({ privateScenarios: z.boolean() })),
  AdminGranted: v1(empty),
  AdminWithdrawn: v1(empty),
  /** A personal access token; of the token itself only a digest is kept. */
  TokenIssued: v1(
    z.object({
      token: tokenKey,
      label: sealed,
      /** SHA-256 of the token's text. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      scopes: z.array(z.enum(SCOPES)),
      /** Null: never. */
      expiresAt: z.iso.datetime().nullable(),
    }),
  ),
  TokenRevoked: v1(z.object({ token: tokenKey })),
  /** From now on the account cannot be used. The key goes last, when all that the person owned has gone where it goes. */
  ErasureBegun: v1(
    z.object({ publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition }),
  ),
  /** The key is gone. */
  PersonErased: v1(empty),
} as const;
