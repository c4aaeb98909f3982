/**
 * The `etesian` package: server, page, website, included models, client, engine and Python package, for `npx etesian`.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { noticesOf } from "@etesian/client/notices";
import { publication } from "@etesian/client/publication";
import { builtTarball, CLIENT, ENGINE } from "@etesian/client/tarball";
import { wheel } from "@etesian/python-package/wheel";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { PROJECT } from "@etesian/service-kit";
import environment from "@etesian/runtime/environment.json" with { type: "json" };
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };
import youngGeneration from "@etesian/runtime/young-generation.json" with { type: "json" };
import { parse } from "yaml";
import { PROGRAMS } from "./programs.ts";
import { bundleServer, INSTALLED } from "./server-bundle.ts";

/** The oldest Node on which the server starts: earlier versions lack `using` and `randomUUIDv7`. */
const OLDEST_NODE = 24;
/** The included model, the model that `model new` copies, and the charts for an ETSource model. */
const MODELS = ["starter", "minimal", "etsource"];

/** The manifest that npm reads; `etesian` is for the launcher. */
function manifest(): object {
  const { catalog } = parse(readFileSync(join(PROJECT, "pnpm-workspace.yaml"), "utf8")) as {
    readonly catalog: { readonly [name: string]: string };
  };
  const calculatingFlags = serverFlags.map((flag) =>
    flag.replace(/^--max-semi-space-size=.*/, `--max-semi-space-size=${youngGeneration.semiSpaceMegabytes.run}`),
  );
  return {
    name: "etesian",
    description: "An open service that hosts an energy-system model: scenarios, sliders, annual results, hourly curves",
    ...publication(),
    type: "module",
    bin: { etesian: "bin/etesian.mjs" },
    engines: { node: ">=12.20" },
    dependencies: Object.fromEntries(INSTALLED.map((name) => [name, catalog[name]])),
    etesian: {
      oldestNode: OLDEST_NODE,
      nodeVersion: catalog["node"],
      flags: serverFlags,
      environment,
      programs: Object.fromEntries(
        Object.entries(PROGRAMS).map(([name, { about, ...program }]) => [
          name,
          {
            about,
            file: `${name}.js`,
            ...("calculates" in program ? { flags: calculatingFlags } : {}),
            ...("keepsMemory" in program ? { environment: { MALLOC_ARENA_MAX: environment.MALLOC_ARENA_MAX } } : {}),
          },
        ]),
      ),
    },
  };
}

/**
 * Empties `directory` and builds the package there.
 * @returns path of the tarball, next to it
 */
export async function packServer(directory: string): Promise<string> {
  rmSync(directory, { recursive: true, force: true });
  for (const folder of ["bin", "server"]) mkdirSync(join(directory, folder), { recursive: true });
  writeFileSync(join(directory, "package.json"), `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(import.meta.dirname, "launcher.mjs"), join(directory, "bin/etesian.mjs"));
  const { files, modules } = await bundleServer();
  for (const [name, content] of files) writeFileSync(join(directory, "server", name), content);
  const page = execFileSync(process.execPath, [join(PROJECT, "clients/page/build.mjs")], { encoding: "utf8" });
  cpSync(page.trim().split("\n").at(-1)!, join(directory, "page"), { recursive: true });
  const site = execFileSync(process.execPath, [join(PROJECT, "clients/site/build/main.ts")], { encoding: "utf8" });
  cpSync(site.trim().split("\n").at(-1)!, join(directory, "clients/site/dist"), { recursive: true });
  for (const library of [CLIENT, ENGINE])
    cpSync((await builtTarball(library)).path, join(directory, `${library.name}.tgz`));
  writeFileSync(join(directory, WHEEL_NAME), wheel());
  for (const model of MODELS)
    cpSync(join(PROJECT, "models", model), join(directory, "models", model), { recursive: true });
  for (const file of ["LICENSE", "NOTICE"]) cpSync(join(PROJECT, file), join(directory, file));
  writeFileSync(join(directory, "THIRD_PARTY_LICENSES"), noticesOf(modules));
  writeFileSync(join(directory, "README.md"), readme(publication().version));
  const packOutput = execFileSync("npm", ["pack", "--silent", "--pack-destination", join(directory, "..")], {
    cwd: directory,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  return join(directory, "..", packOutput.trim().split("\n").at(-1)!);
}

const readme = (version: string): string => `# Etesian ${version}

An open service that hosts an energy-system model. Create a scenario for an area and an end year, move sliders, and see the resulting
energy system: annual figures, hourly curves, costs and emissions.

    npx etesian

starts the server and the page, and prints its URL. \`npx etesian --help\` lists the commands for operators.
`;
