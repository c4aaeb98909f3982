/** Tests a server whose events are in a real EventStoreDB; skipped without one. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isExhaustiveRun } from "@etesian/testing/sample";
import { issueToken } from "@etesian/standalone/testing";
import { checkRows, type Report } from "./check.ts";
import { type Deployment, withEventStoreDb } from "./deployment.ts";
import { esdl } from "./rows/esdl.ts";
import { RESOURCES } from "./rows/index.ts";
import { savedScenarios } from "./rows/saved.ts";
import { users } from "./rows/users.ts";

const resources = isExhaustiveRun ? RESOURCES : [esdl, users, savedScenarios];

describe("documented behaviour on EventStoreDB", () => {
  let report: Report;
  beforeAll(async () => {
    report = await checkRows(resources, withEventStoreDb);
  });

  describe.each(resources)("$name", ({ name, rows }) => {
    test.each(rows)("$rule ($source)", (row) => {
      const checkedRow = report.checkedRows.find((one) => one.resource === name && one.row === row);
      expect(checkedRow?.problem).toBe(null);
    });
  });
});

describe("a large file", () => {
  const finished = Promise.withResolvers<void>();
  let deployment: Deployment;
  let serverClosed: Promise<void>;
  beforeAll(async () => {
    const opening = Promise.withResolvers<Deployment>();
    serverClosed = withEventStoreDb("village", (deployment) => {
      opening.resolve(deployment);
      return finished.promise;
    });
    deployment = await Promise.race([
      opening.promise,
      serverClosed.then(() => Promise.reject(new Error("the server has ended"))),
    ]);
  });
  afterAll(async () => {
    finished.resolve();
    await serverClosed;
  });

  test("an ESDL file of 5 MB of noise is returned unchanged", async () => {
    const headers = { authorization: `Bearer ${await issueToken(deployment.stores, "ada@example.org")}` };
    const send = async (method: string, path: string, body: FormData | null = null): Promise<Response> =>
      fetch(`${deployment.urls[0]}/api/v3${path}`, { method, headers, body });
    const { id } = (await (await send("POST", "/scenarios")).json()) as { readonly id: number };
    const prefix = '<?xml version="1.0"?>\n<esdl:EnergySystem/>\n<!-- ';
    const content =
      prefix +
      randomBytes(4 * 1024 * 1024)
        .toString("base64")
        .slice(0, 5 * 1024 * 1024 - 100);
    const form = new FormData();
    form.append("file", new Blob([content]), "noise.esdl");
    // On a busy machine the event store may not respond in time; a client retries after the 503.
    await expect.poll(async () => (await send("PUT", `/scenarios/${id}/esdl_file`, form)).status).toBe(202);
    const storedFile = (await (await send("GET", `/scenarios/${id}/esdl_file?download=true`)).json()) as {
      readonly file: string;
    };
    // Compared as a whole, so that a failure does not print 5 MB.
    expect(storedFile.file === content).toBe(true);
  });
});
