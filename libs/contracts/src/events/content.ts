/** Files that belong to scenarios, each kept once under the digest of what is in it: stream `content-{sha256}`. */
import { z } from "zod";

export const contentEvents = {
  /** A part of a file, compressed with gzip; the stream's parts make the whole. */
  ContentKept: { version: 1, schema: z.object({ gzip: z.base64() }) },
} as const;
