/**
 * Who has been erased, in a file of its own that no backup of the stores brings back to what it was: whoever puts an older copy
 * of events or keys in place has everybody on it erased again, at the next start. It has numbers in it, and no name.
 */
import { constants, mkdirSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { FATES, type Legacy } from "@etesian/contracts/legacy";
import { z } from "zod";

const fate = z.object({ choice: z.enum(FATES), to: z.int().positive().nullable() });
const entry = z.object({
  person: z.int().positive(),
  /** ISO 8601: when it began. */
  time: z.iso.datetime(),
  legacy: z.object({ publicScenarios: fate, privateScenarios: fate, savedScenarios: fate }),
});
export type Erased = z.infer<typeof entry> & { readonly legacy: Legacy };

const { O_RDWR, O_CREAT } = constants;

export class ErasedList {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** Everybody on it, once. A last line that was not written to its end counts for nothing: who wrote it writes it again. */
  async all(): Promise<readonly Erased[]> {
    const people = new Map<number, Erased>();
    for (const line of (await this.#text()).split("\n").slice(0, -1)) {
      const read = entry.safeParse(parsed(line));
      if (!read.success) throw new Error(`${this.#path} has a line that is no erasure: ${line}`);
      people.set(read.data.person, read.data);
    }
    return [...people.values()];
  }

  /** On the disk when it resolves. */
  async add(erased: Erased): Promise<void> {
    if ((await this.all()).some(({ person }) => person === erased.person)) return;
    const text = await this.#text();
    const whole = Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));
    const file = await open(this.#path, O_RDWR | O_CREAT, 0o600);
    try {
      await file.truncate(whole);
      await file.write(`${JSON.stringify(erased)}\n`, whole);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #text(): Promise<string> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw error;
    }
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
