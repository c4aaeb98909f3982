/**
 * The programs of the `etesian` package as JavaScript, with all libraries except those with native code or their own
 * threads.
 */
import { readFileSync } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { engineVersion } from "@etesian/engine-version";
import { WHEEL_NAME } from "@etesian/python-package/wheel-name";
import { PROJECT } from "@etesian/service-kit";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";
import { PROGRAMS, THREADS } from "./programs.ts";

/**
 * Libraries that npm installs next to the package. `grpc-health-check` is used only by services that run in their own
 * processes.
 */
export const INSTALLED = ["@node-rs/argon2", "piscina"] as const;
const NEVER_LOADED = ["grpc-health-check", "pg-native"];

/** Modules that read build results from the repository; the package contains these results. */
const REPLACEMENTS: { readonly [source: string]: string } = {
  "libs/engine-version/src/index.ts": `export const engineVersion = () => ${JSON.stringify(engineVersion())};`,
  "services/gateway/src/page/built-page.ts": `
    import { join } from "node:path";
    import { PROJECT } from "@etesian/service-kit";
    const page = { state: "ready", directory: join(PROJECT, "page") };
    export function openPage(onEnd) {
      setImmediate(() => onEnd(page));
      return { page: () => page, start() {}, end: async () => {} };
    }`,
  "clients/python/build/wheel.ts": `
    import { join } from "node:path";
    import { readFileSync } from "node:fs";
    export const wheel = () => readFileSync(join(import.meta.dirname, "../${WHEEL_NAME}"));`,
  "clients/typescript/build/tarball.ts": `
    import { join } from "node:path";
    import { readFileSync } from "node:fs";
    import { createHash } from "node:crypto";
    export const CLIENT = { name: "client" };
    export const ENGINE = { name: "engine" };
    export async function builtTarball({ name }) {
      const path = join(import.meta.dirname, \`../\${name}.tgz\`);
      return { path, digest: createHash("sha256").update(readFileSync(path)).digest("hex").slice(0, 16) };
    }`,
};
const nameOf = (source: string): string => basename(source, ".ts");
const sourceOf = (id: string): string => relative(PROJECT, id).split(sep).join("/");

export interface ServerBundle {
  /** Contents of files by their names in `server/`. */
  readonly files: ReadonlyMap<string, string>;
  /** Paths of the bundled modules. */
  readonly modules: readonly string[];
}

/**
 * Bundles all programs.
 * @throws Error for a warning of the bundler, or a module that is loaded in a way the package does not support
 */
export async function bundleServer(): Promise<ServerBundle> {
  /** Browser scripts that modules read from their own folder. */
  const readScripts = new Set<string>();
  const replacementPlugin: Plugin = {
    name: "package",
    load: (id) => REPLACEMENTS[sourceOf(id)] ?? null,
    transform(code, id) {
      if (!sourceOf(id).startsWith("..") && !id.includes("node_modules")) {
        for (const [, path] of code.matchAll(/new URL\(\s*"([^"]+)",\s*import\.meta\.url/g)) {
          const target = sourceOf(join(dirname(id), path!));
          if (path!.endsWith(".js")) readScripts.add(target);
          else if (!THREADS.some((thread) => thread === target))
            throw new Error(`${sourceOf(id)} loads ${target}: the package has no such file`);
        }
        return code.replaceAll(/(new URL\(\s*"\.\/[^"]+)\.ts",(\s*import\.meta\.url)/g, '$1.js",$2');
      }
      return null;
    },
  };
  const warnings: string[] = [];
  const bundle = await rolldown({
    input: {
      ...Object.fromEntries(Object.entries(PROGRAMS).map(([name, { source }]) => [name, join(PROJECT, source)])),
      ...Object.fromEntries(THREADS.map((source) => [nameOf(source), join(PROJECT, source)])),
    },
    platform: "node",
    external: [...INSTALLED, ...NEVER_LOADED],
    plugins: [replacementPlugin],
    onLog: (level, { code, message, id }) => {
      // Some libraries use `eval`, or export a name twice.
      if (level === "warn" && (id === undefined || !id.includes("node_modules")) && code !== "EVAL")
        warnings.push(message);
    },
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "chunk-[hash].js",
  });
  await bundle.close();
  if (warnings.length > 0) throw new Error(warnings.join("; "));
  const chunks = output.filter((file): file is OutputChunk => file.type === "chunk");
  const files = new Map(chunks.map(({ fileName, code }) => [fileName, code]));
  for (const path of readScripts) files.set(basename(path), readFileSync(join(PROJECT, path), "utf8"));
  return { files, modules: chunks.flatMap(({ moduleIds }) => moduleIds) };
}
