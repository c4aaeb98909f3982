/** No room left: appends are refused as a whole, readiness says so, reading goes on; with room again, all goes on. */
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openEventStore } from "../open.ts";

const program = join(import.meta.dirname, "../testing/filler.ts");
const KILOBYTES = 512;

test.skipIf(process.platform !== "linux")("a file that may not grow (a quota, a full disk)", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-full-"));
  const url = `sqlite:${join(directory, "events.db")}`;
  // The limit on file sizes, in blocks of 1 KB; ignoring its signal makes writing fail as on a full disk.
  const limited = `trap "" XFSZ; ulimit -S -f ${KILOBYTES}; exec "$0" "$@"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", limited, process.execPath, program, url]);
  const lines = stdout.trimEnd().split("\n");
  const stored = lines.filter((line) => line.startsWith("stored ")).map((line) => line.slice(7));
  const refused = lines.filter((line) => line.startsWith("refused "));
  expect(stored.length).toBeGreaterThan(10);
  expect(refused).toHaveLength(4);
  const reason = "The event store is not available: cannot";
  expect(refused[0]).toContain(`refused ${reason} append: `);
  expect(refused[3]).toContain(`refused ${reason} write read models: `);
  // A refused change of 20 KB leaves room for one that is smaller: that this succeeds shows nothing.
  expect(lines.filter((line) => !/^(stored|refused) /.test(line))).toEqual([
    expect.stringContaining(`store not ready: ${reason} append: `),
    "readModels ready",
    expect.stringContaining(`store not ready: ${reason} append: `),
    expect.stringContaining(`readModels not ready: ${reason} write read models: `),
    `readable ${stored.length}`,
    "store ready",
    "readModels ready",
  ]);

  const store = await openEventStore(url);
  expect((await store.readStream("filler")).map(({ id }) => id)).toEqual(stored);
  const more = { id: randomUUID(), type: "Filled", schemaVersion: 1, time: new Date().toISOString() };
  await store.append(
    "filler",
    [{ ...more, actor: "a", correlationId: "r", causationId: null, data: {} }],
    stored.length,
  );
  expect(await store.readStream("filler")).toHaveLength(stored.length + 1);
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});
