/** Tests `npm run attribute` and `npm run target` with the samples of docs/sweeps.md. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { modelCache } from "@etesian/testing/model-cache";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../../../..");
const page = readFileSync(join(ROOT, "docs/sweeps.md"), "utf8");

let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), "etesian-answers-"));
  for (const [, file, text] of page.matchAll(/```json scenario (\S+)\n([^`]+)```/g))
    writeFileSync(join(directory, file!), text!);
  cpSync(modelCache.cacheDirectory, join(directory, "data/cache"), { recursive: true });
});
afterAll(() => rmSync(directory, { recursive: true, force: true }));

function run(command: string, args: readonly string[]) {
  const program = join(import.meta.dirname, `${command}-cli.ts`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    encoding: "utf8",
    env: { ...process.env, INIT_CWD: directory, ETESIAN_DATA: join(directory, "data") },
  });
  return { status, stdout, stderr };
}

/** The page's commands with their arguments. */
const commands = [...page.matchAll(/```sh answers\nnpm run (\w+) -- ([^\n]+)\n```/g)].map(
  ([, command, args]) => [command!, args!.split(" ")] as const,
);

test("the difference between two scenarios is divided among their changes", () => {
  const [command, args] = commands[0]!;
  expect(command).toBe("attribute");
  const { status, stdout, stderr } = run(command, args);
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(
    /^dashboard_total_costs: [\d.]+ to [\d.]+, a difference of [+-][\d.]+\n( {2}\w+ +[+-]?[\d.]+\n){3}/,
  );
  expect(stdout).toMatch(/^share_of_renewable_electricity: 0\.\d+ to /m);
  const figures = JSON.parse(run(command, [...args, "--json"]).stdout) as readonly {
    readonly from: number;
    readonly to: number;
    readonly contributions: readonly { readonly change: string; readonly value: number }[];
  }[];
  expect(figures).toHaveLength(2);
  for (const { from, to, contributions } of figures) {
    expect(contributions.map(({ change }) => change).toSorted()).toEqual([
      "capacity_of_energy_power_wind_turbine_offshore",
      "costs_co2",
      "end_year",
    ]);
    const sum = contributions.reduce((total, { value }) => total + value, 0);
    expect(Math.abs(sum - (to - from))).toBeLessThanOrEqual(1e-12 * Math.abs(to - from));
  }
});

test("a target is reached, or the nearest figure is reported", () => {
  const [command, args] = commands[1]!;
  expect(command).toBe("target");
  expect(run(command, args)).toEqual({
    status: 0,
    stdout: expect.stringMatching(
      /^dashboard_total_costs is 52 at capacity_of_energy_power_wind_turbine_offshore = [\d,.]+\n$/,
    ),
    stderr: "",
  });
  expect(run(command, [...args.slice(0, -1), "1"])).toEqual({
    status: 2,
    stdout: "",
    stderr: expect.stringMatching(/^dashboard_total_costs is never 1; the nearest figure is [\d.]+, at /),
  });
});

test.each([
  ["attribute", ["today.json"], "expected two scenario files"],
  ["attribute", ["today.json", "plan.json"], "expected --query KEY"],
  [
    "attribute",
    ["today.json", "none.json", "--query", "dashboard_total_costs"],
    /^\S+none\.json cannot be read: ENOENT/,
  ],
  ["attribute", ["today.json", "plan.json", "--query", "none"], "Gquery none does not exist"],
  ["target", ["today.json", "--slider", "costs_oil", "--query", "dashboard_total_costs"], "expected --slider KEY"],
  [
    "target",
    ["today.json", "--slider", "costs_oil", "--query", "x", "--value", "low"],
    '--value is "low": expected a number',
  ],
])("%s %j is refused with a reason", (command, args, reason) => {
  const { status, stderr } = run(command, args);
  expect(stderr).toMatch(reason);
  expect(status).toBe(2);
});
