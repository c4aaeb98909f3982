/** Contents of a backup: `manifest.json`, written last. Separately stored keys have their own manifest. */
import { createHash } from "node:crypto";
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PROJECT } from "@etesian/service-kit";
import { z } from "zod";

export const MANIFEST = "manifest.json";
/** Version of the manifest's format and of the files it lists. */
const FORMAT = 2;
/** Format of backups with a file for each service. */
export const FORMER_FORMAT = 1;

const fileSchema = z.object({
  /** Relative to the manifest. */
  file: z.string().regex(/^[a-z-]+\.db$/),
  bytes: z.int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const manifestSchema = z.object({
  format: z.literal([FORMER_FORMAT, FORMAT]),
  /** Version of the program that created the backup. */
  program: z.string(),
  /** ISO 8601: time of the snapshot. */
  time: z.iso.datetime(),
  /** Id of the deployment; null if it had none yet. */
  deployment: z.uuid().nullable(),
  /** Stores by name. */
  stores: z.record(
    z.string(),
    fileSchema.extend({
      /** Backend of the store that was copied. */
      kind: z.string(),
      events: z.int().nonnegative(),
      /** Number of rows of tables that are not events. */
      rows: z.record(z.string(), z.int().nonnegative()),
    }),
  ),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The directory is not a backup, or its files were changed. */
export class BackupError extends Error {
  override readonly name: string = "BackupError";
  readonly isForOperators = true;
}

export function newManifest(fields: Pick<Manifest, "time" | "deployment" | "stores">): Manifest {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")));
  return { format: FORMAT, program: version, ...fields };
}

/** @throws BackupError if the manifest is missing or has another format. */
export function readManifest(directory: string): Manifest {
  const path = join(directory, MANIFEST);
  if (!existsSync(path)) {
    throw new BackupError(
      `${directory} is not a backup: it has no ${MANIFEST}, which is written when a backup is complete`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, "utf8"));
  } catch {
    throw new BackupError(`${path} is not JSON`);
  }
  const format = z.object({ format: z.int() }).safeParse(value).data?.format;
  if (format !== undefined && format > FORMAT) {
    throw new BackupError(
      `${path} has format ${format}, but this program reads format ${FORMAT}: use the version that created the backup, or a newer one`,
    );
  }
  const parsed = manifestSchema.safeParse(value);
  if (!parsed.success) throw new BackupError(`${path} is not a manifest: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

/** Messages about files that differ from the manifest. */
export async function changedFiles(directory: string, { stores }: Manifest): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { file, sha256, bytes } of Object.values(stores)) {
    const path = join(directory, file);
    if (!existsSync(path)) problems.push(`${path} is missing`);
    else if ((await sha256Of(path)) !== sha256)
      problems.push(`${path} differs from the file of ${bytes} bytes that was written`);
  }
  return problems;
}

export async function sha256Of(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest("hex");
}
