/**
 * Stores compressed parts of the model by hash: the most recent in memory, all in the cache directory, so that they
 * survive restarts. A damaged or missing file is made again.
 */
import { createHash, hash, randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { LruCache } from "@etesian/collections";

export type Encoding = "gzip" | "br";

type Bytes = Uint8Array<ArrayBuffer>;

/** Limit in memory: about ten areas of a large model. */
const MEMORY_BYTES = 16_000_000;
/** Limit on disk: about a thousand areas and end years. */
const MAX_FILES = 4_000;
/** Each file ends with the checksum of its contents. */
const CHECKSUM_BYTES = 32;

export class PartStore {
  readonly #directory: string | null;
  readonly #memory = new LruCache<string, Bytes>(MEMORY_BYTES, ({ byteLength }) => byteLength);
  #opening: Promise<void> | null = null;

  /**
   * Directory for the parts of one model; null to use only memory. Sibling directories belong to previous models and
   * are deleted.
   */
  constructor(directory: string | null) {
    this.#directory = directory;
  }

  /** A stored part; null if there is none. */
  async read(sha256: string, encoding: Encoding): Promise<Bytes | null> {
    const name = nameOf(sha256, encoding);
    const cached = this.#memory.get(name);
    if (cached !== undefined || this.#directory === null) return cached ?? null;
    const content = await contentOf(join(this.#directory, name));
    if (content !== null) this.#memory.set(name, content);
    return content;
  }

  async write(sha256: string, encoding: Encoding, content: Bytes): Promise<void> {
    const name = nameOf(sha256, encoding);
    this.#memory.set(name, content);
    if (this.#directory === null) return;
    const path = join(this.#directory, name);
    const temporaryPath = `${path}.${randomUUID()}`;
    try {
      await (this.#opening ??= open(this.#directory));
      await writeFile(temporaryPath, Buffer.concat([content, checksum(content)]));
      await rename(temporaryPath, path);
    } catch {
      await rm(temporaryPath, { force: true }).catch(() => {});
    }
  }
}

const nameOf = (sha256: string, encoding: Encoding): string => `${sha256}.${encoding === "gzip" ? "gz" : "br"}`;

const checksum = (content: Bytes): Buffer => createHash("sha256").update(content).digest();

async function contentOf(path: string): Promise<Bytes | null> {
  try {
    const file = await readFile(path);
    const content = file.subarray(0, -CHECKSUM_BYTES);
    return checksum(content).equals(file.subarray(-CHECKSUM_BYTES)) ? content : null;
  } catch {
    return null;
  }
}

/** Creates the directory, and removes previous models' parts and the oldest parts above the limit. */
async function open(directory: string): Promise<void> {
  await mkdir(directory, { recursive: true });
  const parent = dirname(directory);
  for (const name of await readdir(parent)) {
    if (join(parent, name) !== directory) await rm(join(parent, name), { recursive: true, force: true });
  }
  const paths = (await readdir(directory)).map((name) => join(directory, name));
  if (paths.length <= MAX_FILES) return;
  const files = await Promise.all(paths.map(async (path) => ({ path, writtenAt: (await stat(path)).mtimeMs })));
  const oldest = files.toSorted((one, other) => one.writtenAt - other.writtenAt).slice(0, paths.length - MAX_FILES);
  for (const { path } of oldest) await rm(path, { force: true });
}

/** Directory for the parts of a model: one per state of the model, separate from other models in the same cache. */
export const partDirectory = (cacheDirectory: string, modelDirectory: string, modelHash: string): string =>
  join(cacheDirectory, "parts", hash("sha256", modelDirectory, "hex").slice(0, 12), modelHash.slice(0, 16));
