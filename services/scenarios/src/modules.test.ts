/** Tests that the service starts without loading the calculation. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

test("the service loads no module of the engine, the query language or the model", () => {
  const listing = `
    import { registerHooks } from "node:module";
    const urls = new Set();
    registerHooks({ load: (url, context, next) => { urls.add(url); return next(url, context); } });
    await import(${JSON.stringify(new URL("./index.ts", import.meta.url).href)});
    console.log(JSON.stringify([...urls]));`;
  const output = execFileSync(process.execPath, ["--input-type=module", "--eval", listing], { encoding: "utf8" });
  const packages = (JSON.parse(output) as string[]).flatMap((url) => /\/(libs\/[^/]+)\//.exec(url)?.[1] ?? []);
  expect([...new Set(packages)].sort()).toEqual([
    "libs/clock",
    "libs/collections",
    "libs/contracts",
    "libs/event-bus",
    "libs/event-store",
    "libs/numeric",
    "libs/runtime",
    "libs/service-kit",
    "libs/sliders",
  ]);
});
