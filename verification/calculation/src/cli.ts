/**
 * `npm run slider-ends`, `npm run determinism`: checks properties of the calculation, on the reference model if it is
 * present.
 */
import { runProgram } from "@etesian/workbench/program";
import type { Benchmark } from "@etesian/workbench/report";
import { determinismBenchmark } from "./determinism/benchmark.ts";
import { sliderEndsBenchmark } from "./slider-ends.ts";

const [name = "", ...rest] = process.argv.slice(2);
const index = rest.indexOf("--share");
const share = index < 0 ? 1 : Number(rest[index + 1]);

const helpOf = (): string =>
  `Usage: npm run ${name} [-- [--share N] [--json]]\n\n${proofs(1)[name]?.about ?? Object.keys(proofs(1)).join(", ")}.\n` +
  "Exits with code 1 if a recipe fails the check.\n\n" +
  "--share N checks one in N of the sliders, or of the recipes and recalculations.\n" +
  "ETESIAN_ENGINE_MEMORY limits the MB that engines keep for reuse, as in a server.\n";

const isValidShare = Number.isInteger(share) && share >= 1;
if (!isValidShare)
  process.stderr.write(`--share is ${rest[index + 1] ?? "missing"}: expected a whole number from 1\n\n${helpOf()}`);
const words = index < 0 ? rest : rest.toSpliced(index, 2);
process.exitCode = isValidShare ? await runProgram({ benches: proofs(share), helpOf }, [name, ...words]) : 2;

function proofs(share: number): { readonly [name: string]: Benchmark } {
  return { "slider-ends": sliderEndsBenchmark(share), determinism: determinismBenchmark(share) };
}
