/**
 * Program: merges the former files in a directory and prints the number of steps, each a call that can change a file.
 * With KILL_AT, it kills itself before that step. Arguments: DIRECTORY [KILL_AT]
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { DatabaseSync, StatementSync } from "node:sqlite";

const [directory, killAt] = process.argv.slice(2);
let steps = 0;

function beforeStep(): void {
  steps += 1;
  if (String(steps) !== killAt) return;
  process.kill(process.pid, "SIGKILL");
  for (;;);
}

type Methods = { [name: string]: (...args: never[]) => unknown };
function intercept(owner: object, names: readonly string[]): void {
  const methods = owner as Methods;
  for (const name of names) {
    const work = methods[name]!;
    methods[name] = function (this: unknown, ...args) {
      beforeStep();
      return work.apply(this, args);
    };
  }
}

intercept(fs, ["openSync", "writeSync", "renameSync", "rmSync", "fsyncSync"]);
intercept(DatabaseSync.prototype, ["exec", "close"]);
intercept(StatementSync.prototype, ["run"]);
syncBuiltinESMExports();
const { mergeFormerFiles } = await import("../sqlite/former-files/merge.ts");
await mergeFormerFiles(directory!);
console.log(steps);
