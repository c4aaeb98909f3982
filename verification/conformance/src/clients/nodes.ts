/** Finds versions of Node for users' programs. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Node 20 or newer, by major version, from the project, the path, version managers and `npm exec`. */
export async function findNodes(): Promise<ReadonlyMap<number, string>> {
  const installedPaths = globSync([".nvm/versions/node/*/bin/node", ".npm/_npx/*/node_modules/node/bin/node"], {
    cwd: homedir(),
  });
  const candidates = [process.execPath, "node", ...installedPaths.map((path) => join(homedir(), path))];
  const lines = await Promise.all(
    candidates.map(async (path) => {
      const { stdout } = await run(path, ["-p", "process.versions.node"]).catch(() => ({ stdout: "0" }));
      return [Number.parseInt(stdout, 10), path] as const;
    }),
  );
  return new Map(lines.filter(([major]) => major >= 20));
}
