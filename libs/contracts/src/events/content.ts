/** Files attached to scenarios, each stored once under the digest of its content: stream `content-{sha256}`. */
import { z } from "zod";

export const contentEvents = {
  /** A chunk of a file, compressed with gzip; the chunks of the stream form the file. */
  ContentKept: { version: 1, schema: z.object({ gzip: z.base64() }) },
} as const;
