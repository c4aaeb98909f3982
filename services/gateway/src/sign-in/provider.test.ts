/** Tests the loading of the OpenID provider's library. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

test("loading the OpenID provider writes nothing to the output of the process", () => {
  const load = `await import(${JSON.stringify(new URL("provider.ts", import.meta.url).href)})`;
  const args = [...process.execArgv, "--input-type=module", "--eval", load];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "", stderr: "" });
});
