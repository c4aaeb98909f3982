/**
 * Events of people, stream `person-{id}`. Personal data (email, name, labels) are encrypted with the person's key,
 * which is stored elsewhere. Without the key, the events identify no person.
 */
import { z } from "zod";
import { DISPOSITIONS } from "../legacy.ts";
import { SCOPES } from "../rights.ts";

/** Personal data as JSON, encrypted, in base64. */
const sealed = z.base64();
/** Identifies a token of its person. */
const tokenKey = z.string().regex(/^[0-9a-f]{10}$/);

/** Disposition of scenarios and saved scenarios without another owner; `to` is the person who receives them. */
const disposition = z.object({ choice: z.enum(DISPOSITIONS), to: z.int().positive().nullable() });

const empty = z.strictObject({});
const v1 = <Schema extends z.ZodType>(schema: Schema) => ({ version: 1, schema });

export const personEvents = {
  /** An invitation contained the email of a person without an account. */
  PersonInvited: v1(z.object({ details: sealed })),
  AccountOpened: v1(z.object({ details: sealed, privateScenarios: z.boolean() })),
  /** The person was merged into another one, who receives their email and roles. */
  PersonCoupled: v1(z.object({ into: z.int().positive() })),
  /** The email of a merged person no longer belongs to the account; its key is deleted. */
  AddressRemoved: v1(empty),
  /** Another issuer identifies the person by its own subject. */
  IdentityAdded: v1(z.object({ identity: sealed })),
  /** The name changed. */
  DetailsChanged: v1(z.object({ details: sealed })),
  /** Changes whether new scenarios are private. */
  PrivacyChanged: v1(z.object({ privateScenarios: z.boolean() })),
  AdminGranted: v1(empty),
  AdminWithdrawn: v1(empty),
  /** A personal access token; only a digest of the token is stored. */
  TokenIssued: v1(
    z.object({
      token: tokenKey,
      label: sealed,
      /** SHA-256 of the token's text. */
      digest: z.string().regex(/^[0-9a-f]{64}$/),
      scopes: z.array(z.enum(SCOPES)),
      /** Null if it does not expire. */
      expiresAt: z.iso.datetime().nullable(),
    }),
  ),
  TokenRevoked: v1(z.object({ token: tokenKey })),
  /** The account can no longer be used. Its key is deleted last, after everything the person owned has been handled. */
  ErasureBegun: v1(
    z.object({ publicScenarios: disposition, privateScenarios: disposition, savedScenarios: disposition }),
  ),
  /** The key was deleted. */
  PersonErased: v1(empty),
} as const;
