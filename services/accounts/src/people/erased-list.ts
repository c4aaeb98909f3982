/**
 * The list of erased people: ids without names. Older copies of events or keys still contain these people, so every
 * start erases all of them again. It is stored twice, with the keys and in a file of a persistent data directory, so
 * that restoring one old copy cannot lose it.
 */
import { constants, mkdirSync } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { DISPOSITIONS, type Legacy } from "@etesian/contracts/legacy";
import { type ReadDatabase, sql } from "@etesian/event-store";
import { z } from "zod";

const dispositionSchema = z.object({ choice: z.enum(DISPOSITIONS), to: z.int().positive().nullable() });
const entrySchema = z.object({
  person: z.int().positive(),
  /** ISO 8601: start of the erasure. */
  time: z.iso.datetime(),
  legacy: z.object({
    publicScenarios: dispositionSchema,
    privateScenarios: dispositionSchema,
    savedScenarios: dispositionSchema,
  }),
});
export type ErasedPerson = z.infer<typeof entrySchema> & { readonly legacy: Legacy };

const { O_RDWR, O_CREAT } = constants;

export class ErasedList {
  readonly #path: string;
  readonly #keys: ReadDatabase;

  /** `keys`: the vault's database. */
  constructor(path: string, keys: ReadDatabase) {
    this.#path = path;
    this.#keys = keys;
    mkdirSync(dirname(path), { recursive: true });
  }

  /** All entries, without duplicates. */
  async all(): Promise<readonly ErasedPerson[]> {
    return [...new Map([...(await this.#readFile()), ...(await this.#readKeys())]).values()];
  }

  /** Adds an entry in both places; it is on disk when the promise resolves. */
  async add(erased: ErasedPerson): Promise<void> {
    const { person, time, legacy } = erased;
    if (!(await this.#readFile()).has(person)) await this.#write(erased);
    await this.#keys.query(
      sql`insert into erased (person, time, legacy) values (${person}, ${time}, ${JSON.stringify(legacy)})
          on conflict (person) do nothing`,
    );
  }

  async #readKeys(): Promise<ReadonlyMap<number, ErasedPerson>> {
    const rows = await this.#keys.query<{ person: number; time: string; legacy: string }>(
      sql`select person, time, legacy from erased order by person`,
    );
    return new Map(
      rows.map(({ person, time, legacy }) => [person, entrySchema.parse({ person, time, legacy: parseJson(legacy) })]),
    );
  }

  /** Ignores an incomplete last line, which is written again. */
  async #readFile(): Promise<ReadonlyMap<number, ErasedPerson>> {
    const people = new Map<number, ErasedPerson>();
    for (const line of (await this.#readText()).split("\n").slice(0, -1)) {
      const result = entrySchema.safeParse(parseJson(line));
      if (!result.success) throw new Error(`${this.#path} has an invalid line: ${line}`);
      people.set(result.data.person, result.data);
    }
    return people;
  }

  async #write(erased: ErasedPerson): Promise<void> {
    const text = await this.#readText();
    const completeBytes = Buffer.byteLength(text.slice(0, text.lastIndexOf("\n") + 1));
    const file = await open(this.#path, O_RDWR | O_CREAT, 0o600);
    try {
      await file.truncate(completeBytes);
      await file.write(`${JSON.stringify(erased)}\n`, completeBytes);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  async #readText(): Promise<string> {
    try {
      return await readFile(this.#path, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
      throw error;
    }
  }
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return null;
  }
}
