/** `npm run fidelity`: compares results with the reference. Exits with code 1 if something differs. */
import { flagsOf, exitWithUsage } from "@etesian/service-kit/program";
import { annualCommand } from "./annual.ts";
import { exportsCommand } from "./exports.ts";
import { hourlyCommand } from "./hourly.ts";
import { creationCommand } from "./http/created.ts";
import { inspectorCommand } from "./inspector.ts";
import { findReference } from "./reference.ts";
import { type Command, type Comparison, describeComparison } from "./report.ts";
import type { RunningServers } from "./http/running.ts";
import { select, EmptySelectionError } from "./selection.ts";
import { slidersCommand } from "./sliders.ts";
import { specialCommand } from "./http/special.ts";
import { startYearCommand } from "./start-year.ts";
import { wireCommand } from "./http/wire.ts";

interface Commands {
  readonly [name: string]: Command;
}

const COMMANDS: Commands = {
  "start-year": startYearCommand,
  annual: annualCommand,
  hourly: hourlyCommand,
  inspector: inspectorCommand,
  sliders: slidersCommand,
  exports: exportsCommand,
  made: creationCommand(null),
  special: specialCommand(null),
  wire: wireCommand(null),
};

const HELP = `Usage: npm run fidelity -- [command …] [file …]
       npm run fidelity -- made --url URL… --token TOKEN [file …]

${Object.entries(COMMANDS)
  .map(([name, { description }]) => `  ${name.padEnd(12)} ${description}`)
  .join("\n")}

Without a command, all of them run. Files (for start-year: areas) are selected by a part of their name; without any, all are compared.
The reference (etsource/ and golden/) is read from ETESIAN_REFERENCE_DIR, or from ../shared next to the repository.
ETESIAN_ENGINE_MEMORY limits the MB that engines keep for reuse, as in a server; the results are the same with 0.
With --url, scenarios are created on a running deployment that serves the reference model; requests alternate between several
gateways. The token needs the scopes read and write (npm run accounts -- token).
`;

async function main(): Promise<number> {
  const { values, positionals: args } = flagsOf(
    HELP,
    { url: { type: "string", multiple: true }, token: { type: "string" } },
    { words: true },
  );
  const commands = commandsFor(values);
  if (commands === null) return exitWithUsage(HELP, "--url requires --token, and vice versa");
  const reference = findReference();
  if (reference === null) {
    process.stderr.write(
      "there is no reference data; set ETESIAN_REFERENCE_DIR to a directory with etsource/ and golden/\n",
    );
    return 2;
  }
  const comparisons: Comparison[] = [];
  try {
    for (const { name, command, files } of await select(commands, reference, args)) {
      process.stdout.write(`${name}: ${command.description}\n`);
      await command.run(reference, files, (comparison) => {
        process.stdout.write(`${describeComparison(comparison)}\n`);
        comparisons.push(comparison);
      });
    }
  } catch (error) {
    if (!(error instanceof EmptySelectionError)) throw error;
    return exitWithUsage(HELP, error.message);
  }
  const { agrees, verdict } = conclusion(comparisons);
  process.stdout.write(`${verdict}\n`);
  return agrees ? 0 : 1;
}

/** The available commands; with a running server, only the commands that use HTTP. */
function commandsFor({ url, token }: { readonly url?: string[]; readonly token?: string }): Commands | null {
  if (url === undefined && token === undefined) return COMMANDS;
  if (url === undefined || token === undefined) return null;
  const servers: RunningServers = { urls: url.map((address) => address.replace(/\/$/, "")), token };
  return { made: creationCommand(servers) };
}

function conclusion(comparisons: readonly Comparison[]): { readonly agrees: boolean; readonly verdict: string } {
  const values = comparisons.reduce((sum, { total }) => sum + total, 0);
  const disagreeing = comparisons.filter(({ mismatches }) => mismatches.length > 0);
  const worst = Math.max(...comparisons.map((comparison) => comparison.worst));
  if (disagreeing.length > 0 || values === 0) {
    const names = disagreeing.map(({ title }) => title).join(", ");
    return { agrees: false, verdict: `NOT everything agrees with the reference: ${names || "nothing was compared"}` };
  }
  const differences = worst > 0 ? `largest relative difference ${worst.toExponential(1)}` : "all exactly";
  const counts = `${comparisons.length} comparisons, ${values} values`;
  return { agrees: true, verdict: `everything agrees with the reference: ${counts}, ${differences}` };
}

process.exitCode = await main();
