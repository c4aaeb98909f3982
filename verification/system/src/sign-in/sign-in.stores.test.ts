/** Tests sign-in as users and programs do it: over real HTTP, with real emails and a real OpenID client. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { storesOfRun } from "@etesian/event-store/testing";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testAbuse } from "./abuse.fixture.ts";
import { ownPages } from "./own-pages.fixture.ts";
import { otherIssuers } from "./other-issuers.fixture.ts";
import { programs } from "./programs.fixture.ts";
import { Site } from "./site.fixture.ts";

for (const store of await storesOfRun()) {
  const { name, missing } = store;
  describe.skipIf(missing !== null)(`signing in: ${name}${missing === null ? "" : ` (${missing})`}`, () => {
    const site = new Site();
    beforeAll(() => site.open(store));
    afterAll(() => site.close());

    describe("on our own pages", () => {
      ownPages(site);
    });
    describe("to a program from another origin", () => {
      programs(site);
    });
    describe("with another issuer", () => {
      otherIssuers(site);
    });
    describe("against attacks", () => {
      testAbuse(site);
    });

    const isFile = name === "SQLite";
    test.skipIf(!isFile)(`keys are in a file that only its owner reads${isFile ? "" : " (skipped: no file)"}`, () => {
      expect(statSync(join(site.directory, "data", "keys.db")).mode & 0o777).toBe(0o600);
    });
  });
}
