#!/usr/bin/env node
/**
 * `npx etesian [COMMAND] [flags]`: starts a program of the package with the settings of its JavaScript engine. It has
 * to run on every Node since 12, because it fetches a newer one where the installed Node is too old.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const { version, etesian } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { programs, flags, nodeVersion, oldestNode } = etesian;
const isWindows = process.platform === "win32";

const [first, ...rest] = process.argv.slice(2);
const isCommand = first !== undefined && !first.startsWith("-");
if (first === "--version") {
  console.log(version);
  process.exit(0);
}
if (first === "--help" || first === "-h" || first === "help") {
  const lines = Object.keys(programs).map((name) => `  ${name.padEnd(10)}${programs[name].about}`);
  console.log(`Usage: npx etesian [COMMAND] [flags]

${lines.join("\n")}

npx etesian COMMAND --help explains a command. Etesian ${version}; data is stored in ~/.etesian unless --data names another directory.`);
  process.exit(0);
}
const command = isCommand ? first : "start";
const program = Object.prototype.hasOwnProperty.call(programs, command) ? programs[command] : null;
if (program === null) {
  console.error(
    `"${command}" is not a command: expected ${Object.keys(programs).join(", ")}. npx etesian --help explains them.`,
  );
  process.exit(2);
}

const args = [
  ...(program.flags || flags),
  join(root, "server", program.file),
  ...(isCommand ? rest : process.argv.slice(2)),
];
const isOld = Number(process.versions.node.split(".")[0]) < oldestNode;
if (isOld)
  console.error(
    `Node ${process.versions.node} is too old: Etesian needs ${oldestNode} or newer. Using Node ${nodeVersion} from the npm registry (55 MB, downloaded once) …`,
  );
const [file, leadingArguments] = isOld
  ? ["npx", ["--yes", "-p", `node@${nodeVersion}`, "--", "node"]]
  : [process.execPath, []];
const child = spawn(file, leadingArguments.concat(args), {
  // A server exits when this channel closes, so that it does not keep its port. npx does not pass the channel on.
  stdio: isOld ? "inherit" : ["inherit", "inherit", "inherit", "ipc"],
  env: Object.assign({}, program.environment || etesian.environment, process.env),
  shell: isWindows && isOld,
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    // A keyboard interrupt reaches the program directly.
    if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
  });
child.on("error", (error) => {
  console.error(`${file}: ${error.message}`);
  process.exit(1);
});
child.on("close", (code, signal) =>
  process.exit(code === null ? (signal === "SIGINT" || signal === "SIGTERM" ? 0 : 1) : code),
);
