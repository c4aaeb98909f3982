/** `npm run fidelity -- <what>`: how closely we agree with the reference. Exit code 1 when something does not. */
import { annualCommand } from "./annual.ts";
import { exportsCommand } from "./exports.ts";
import { hourlyCommand } from "./hourly.ts";
import { findReference, type Reference } from "./reference.ts";
import type { Print } from "./report.ts";
import { slidersCommand } from "./sliders.ts";
import { startYearCommand } from "./start-year.ts";

interface Command {
  readonly parameters: string;
  readonly about: string;
  /** True when everything agrees. */
  readonly run: (reference: Reference, args: readonly string[], print: Print) => Promise<boolean>;
}

const COMMANDS: { readonly [name: string]: Command } = {
  "start-year": {
    parameters: "[AREA …]",
    about: "the solved start year, stage by stage, and whether every area (or those named) can be computed",
    run: startYearCommand,
  },
  annual: {
    parameters: "[FILE …]",
    about: "every query of the reference's annual scenarios, the ranges of inputs, the figures of nodes",
    run: annualCommand,
  },
  hourly: {
    parameters: "[FILE …]",
    about: "every query of the reference's scenarios with hours, and its curves hour by hour",
    run: hourlyCommand,
  },
  sliders: {
    parameters: "[FILE …]",
    about: "scenarios made with balancing, couplings, curves and scaling: their values and inputs",
    run: slidersCommand,
  },
  exports: {
    parameters: "[FOLDER …]",
    about: "the exported tables, merit configurations and node figures of the reference's scenarios, hours included",
    run: exportsCommand,
  },
};

const HELP = `Usage: npm run fidelity -- <command>

${Object.entries(COMMANDS)
  .map(([name, { parameters, about }]) => `  ${`${name} ${parameters}`.padEnd(24)} ${about}`)
  .join("\n")}

The reference (etsource/ and golden/) is looked for in ETESIAN_REFERENCE_DIR, else in ../shared beside the repository.
`;

async function main([name = "", ...args]: readonly string[]): Promise<number> {
  const print: Print = (line) => process.stdout.write(`${line}\n`);
  if (name === "--help" || name === "-h") {
    print(HELP);
    return 0;
  }
  const command = COMMANDS[name];
  if (command === undefined) {
    process.stderr.write(`${name === "" ? "a command is missing" : `unknown command "${name}"`}\n\n${HELP}`);
    return 2;
  }
  const reference = findReference();
  if (reference === null) {
    process.stderr.write(
      "there is no reference data; set ETESIAN_REFERENCE_DIR to a directory with etsource/ and golden/\n",
    );
    return 2;
  }
  const agrees = await command.run(reference, args, print);
  print(agrees ? "everything agrees with the reference" : "not everything agrees with the reference");
  return agrees ? 0 : 1;
}

process.exitCode = await main(process.argv.slice(2));
