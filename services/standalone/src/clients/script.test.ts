/** `npm run smoke`: the whole script, on a server of its own. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { startForTest } from "../test-server.ts";
import { script } from "./script.ts";
import { sessionOf } from "./session.ts";

test(
  "create, sliders, curves, orders, queries, 22 tables, clone, interpolate, undo, delete",
  { timeout: 120_000 },
  async () => {
    const data = mkdtempSync(join(tmpdir(), "etesian-script-"));
    const server = await startForTest({ model: resolve(import.meta.dirname, "../../../../models/starter"), data });
    try {
      const done: string[] = [];
      for await (const step of script(sessionOf(server, await server.token("somebody@example.org")))) done.push(step);
      expect(done).toEqual([
        "created scenario 1 of nl",
        expect.stringMatching(/^asked \d+ queries$/),
        "moved 20 sliders",
        "attached interconnector_1_price and industry_electricity",
        expect.stringMatching(/^reversed the order of \d+ suppliers of hydrogen$/),
        "downloaded 22 tables",
        "cloned it as scenario 2, with the same results",
        "interpolated it at 2030 as scenario 3",
        "undid everything: the results are those of the beginning",
        "did it all again",
        "deleted it; the clone is as it was",
        "deleted the others",
      ]);
    } finally {
      await server.close();
      rmSync(data, { recursive: true, force: true });
    }
  },
);
