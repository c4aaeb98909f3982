/** No room left: appends are refused as a whole, reading goes on, and appending too once there is room again. */
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

test.skipIf(process.platform === "win32")("a file that may not grow (a quota, a full disk)", async () => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-full-"));
  const url = `sqlite:${join(directory, "events.db")}`;
  // The limit on file sizes, in blocks of 1 KB; ignoring its signal makes writing fail as on a full disk.
  const limited = `trap "" XFSZ; ulimit -f ${KILOBYTES}; exec "$0" "$@"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", limited, process.execPath, program, url]);
  const lines = stdout.trimEnd().split("\n");
  const stored = lines.filter((line) => line.startsWith("stored ")).map((line) => line.slice(7));
  const refused = lines.filter((line) => line.startsWith("refused "));
  expect(stored.length).toBeGreaterThan(10);
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatch(/^refused The event store is not available: cannot append: /);
  expect(lines.at(-1)).toBe(`readable ${stored.length}`);

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
