/** `npm run sweep`, `npm run determinism`: properties of the calculation, on the reference's model where it is present. */
import { runProgram } from "@etesian/workbench/program";
import type { Bench } from "@etesian/workbench/report";
import { determinismBenchmark } from "./determinism/benchmark.ts";
import { sweepBenchmark } from "./sweep.ts";

const PROOFS: { readonly [name: string]: Bench } = { sweep: sweepBenchmark, determinism: determinismBenchmark };

const helpOf = ([name = ""]: readonly string[]): string =>
  `Usage: npm run ${name} [-- --json]\n\n${PROOFS[name]?.about ?? Object.keys(PROOFS).join(", ")}.\n` +
  "Exit code 1 when a recipe fails the check.\n";

process.exitCode = await runProgram({ benches: PROOFS, helpOf }, process.argv.slice(2));
