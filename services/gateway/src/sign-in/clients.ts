/** Reads the operator's file of OpenID clients. */
import { readFileSync } from "node:fs";
import { ACCOUNTS } from "@etesian/contracts/limits";
import { z } from "zod";

const clientSchema = z
  .object({
    client_id: z.string().min(1).max(ACCOUNTS.clientLength),
    client_name: z.string().max(ACCOUNTS.clientLength).optional(),
    /** Absent for a public client: code in browsers cannot keep a secret. */
    client_secret: z.string().min(16).optional(),
    redirect_uris: z.array(z.url()).min(1),
    post_logout_redirect_uris: z.array(z.url()).optional(),
  })
  .strict();

export type ConfiguredClient = z.infer<typeof clientSchema>;

/** The file cannot be used; the message names the file and the problem. */
export class ClientsError extends Error {
  override readonly name = "ClientsError";
}

/** @throws ClientsError */
export function readClients(file: string | null): readonly ConfiguredClient[] {
  if (file === null) return [];
  try {
    return z.array(clientSchema).parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new ClientsError(`--oidc-clients ${file}: expected a JSON list of clients: ${reason}`, { cause: error });
  }
}
