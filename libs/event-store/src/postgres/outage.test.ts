/** Connections that break while many write: what was acknowledged is there, and the store goes on by itself. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { describe, expect, test } from "vitest";
import { StoreUnavailableError, VersionConflictError } from "../event-store.ts";
import { openEventStore } from "../open.ts";
import { testStores } from "../testing/index.ts";

const WRITERS = 10;
const CUTS = 5;

const [postgres] = (await testStores()).filter(({ name }) => name === "PostgreSQL");
const { missing, create } = postgres!;

describe.skipIf(missing !== null)(
  `a PostgreSQL that drops its connections${missing === null ? "" : ` (${missing})`}`,
  () => {
    test("loses nothing acknowledged and serves again without being opened again", async () => {
      const { url, remove } = await create();
      const named = new URL(url);
      const application = `etesian_${randomUUID()}`;
      named.searchParams.set("application_name", application);
      const store = await openEventStore(named.href);
      const operator = new Client({ connectionString: url });
      await operator.connect();

      const acknowledged: string[] = [];
      const stopping = new AbortController();
      let failures = 0;
      const write = async (stream: string): Promise<void> => {
        let version = 0;
        while (!stopping.signal.aborted) {
          const id = randomUUID();
          const time = new Date().toISOString();
          const event = {
            id,
            type: "Written",
            schemaVersion: 1,
            time,
            actor: "a",
            correlationId: "r",
            causationId: null,
          };
          try {
            await store.append(stream, [{ ...event, data: {} }], version);
            acknowledged.push(id);
            version += 1;
          } catch (error) {
            if (!(error instanceof StoreUnavailableError) && !(error instanceof VersionConflictError)) throw error;
            // Whether the last append was stored is not known: look.
            failures += 1;
            version = await store.readStream(stream).then(
              (events) => events.length,
              () => version,
            );
          }
        }
      };
      const writing = Promise.all(Array.from({ length: WRITERS }, (_, n) => write(`writer-${n}`)));
      for (let cut = 0; cut < CUTS; cut++) {
        await sleep(100);
        await operator.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [
          application,
        ]);
      }
      await sleep(100);
      stopping.abort();
      await writing;

      expect(failures).toBeGreaterThan(0);
      const stored = new Set<string>();
      for (let n = 0; n < WRITERS; n++) {
        const events = await store.readStream(`writer-${n}`);
        expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
        for (const { id } of events) stored.add(id);
      }
      expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
      expect(acknowledged.length).toBeGreaterThan(WRITERS);
      await operator.end();
      await store.close();
      await remove();
    });
  },
);
