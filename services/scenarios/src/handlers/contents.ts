/** File contents, stored once per digest, as events. */
import { hash, randomUUIDv7 } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { contentEvents } from "@etesian/contracts/events/content";
import type { LoadedFile } from "@etesian/contracts/scenarios";
import { eventCodec, type EventStore, VersionConflictError } from "@etesian/event-store";
import type { EsdlFile } from "../deciding/scenario-state.ts";

const codec = eventCodec(contentEvents);
const streamOf = (name: string): string => `content-${name}`;
/** Maximum characters per event, because brokers limit messages to a megabyte. */
const PART_LENGTH = 500_000;

interface Origin {
  readonly actor: string;
  readonly requestId: string;
}

export class Contents {
  readonly #store: EventStore;

  constructor(store: EventStore) {
    this.#store = store;
  }

  /** Stores content unless it is already stored; returns its name once it is on disk. */
  async store(content: Uint8Array, { actor, requestId }: Origin): Promise<string> {
    const name = hash("sha256", content, "hex");
    const compressed = (await promisify(gzip)(content)).toString("base64");
    const time = new Date().toISOString();
    const parts = Array.from({ length: Math.ceil(compressed.length / PART_LENGTH) }, (_, part) => ({
      ...codec.encode({
        type: "ContentKept",
        data: { gzip: compressed.slice(part * PART_LENGTH, (part + 1) * PART_LENGTH) },
      }),
      id: randomUUIDv7(),
      time,
      actor,
      correlationId: requestId,
      causationId: null,
    }));
    try {
      await this.#store.append(streamOf(name), parts, 0);
    } catch (error) {
      // The same content was stored before.
      if (!(error instanceof VersionConflictError)) throw error;
    }
    return name;
  }

  /** Stores a file's content and returns its facts. */
  async storeFile({ name, content }: LoadedFile, origin: Origin): Promise<Omit<EsdlFile, "attachedAt">> {
    return { name, size: content.length, content: await this.store(content, origin) };
  }

  async read(name: string): Promise<Buffer> {
    let compressed = "";
    for (let version = 0; ;) {
      const events = await this.#store.readStream(streamOf(name), version);
      if (events.length === 0) break;
      compressed += events.map((event) => codec.decode(event).data.gzip).join("");
      version += events.length;
    }
    if (compressed === "") throw new Error(`missing content ${name}`);
    return promisify(gunzip)(Buffer.from(compressed, "base64"));
  }
}
