/** Tests a full disk: appends are refused as a whole, readiness reports it, reads continue, and writes recover. */
import { execFile, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { openEventStore } from "../open.ts";

const program = join(import.meta.dirname, "../testing/filler.ts");
const KILOBYTES = 512;

test("a file that cannot grow refuses writes, stays readable and recovers", async (context) => {
  // The program lifts its own limit with prlimit, which only Linux has.
  if (spawnSync("prlimit", ["--version"]).error !== undefined) context.skip("there is no prlimit");
  const directory = mkdtempSync(join(tmpdir(), "etesian-full-"));
  const url = `sqlite:${join(directory, "events.db")}`;
  // Limits file sizes, in blocks of 1 KB; ignoring the signal makes writes fail as on a full disk.
  const limitedCommand = `trap "" XFSZ; ulimit -S -f ${KILOBYTES}; exec "$0" "$@"`;
  const { stdout } = await promisify(execFile)("bash", ["-c", limitedCommand, process.execPath, program, url]);
  const lines = stdout.trimEnd().split("\n");
  const storedIds = lines.filter((line) => line.startsWith("stored ")).map((line) => line.slice(7));
  const refusals = lines.filter((line) => line.startsWith("refused "));
  expect(storedIds.length).toBeGreaterThan(10);
  expect(refusals).toHaveLength(4);
  const reason = "The event store is not available: cannot";
  expect(refusals[0]).toContain(`refused ${reason} append: `);
  expect(refusals[3]).toContain(`refused ${reason} write read models: `);
  // A change smaller than the refused 20 KB may still fit, so the read models are ready at first.
  expect(lines.filter((line) => !/^(stored|refused) /.test(line))).toEqual([
    expect.stringContaining(`store not ready: ${reason} append: `),
    "readModels ready",
    expect.stringContaining(`store not ready: ${reason} append: `),
    expect.stringContaining(`readModels not ready: ${reason} write read models: `),
    `readable ${storedIds.length}`,
    "store ready",
    "readModels ready",
  ]);

  const store = await openEventStore(url);
  expect((await store.readStream("filler")).map(({ id }) => id)).toEqual(storedIds);
  const newEvent = { id: randomUUID(), type: "Filled", schemaVersion: 1, time: new Date().toISOString() };
  await store.append(
    "filler",
    [{ ...newEvent, actor: "a", correlationId: "r", causationId: null, data: {} }],
    storedIds.length,
  );
  expect(await store.readStream("filler")).toHaveLength(storedIds.length + 1);
  await store.close();
  rmSync(directory, { recursive: true, force: true });
});
