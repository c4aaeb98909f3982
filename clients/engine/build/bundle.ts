/** Bundles the engine and its libraries into one JavaScript file without imports. */
import { join } from "node:path";
import { minifySync, rolldown } from "@etesian/client/bundler";

/** The code as one module, not minified, and its source map (JSON). */
export interface Bundle {
  readonly code: string;
  readonly map: string;
  /** Paths of the bundled modules. */
  readonly modules: readonly string[];
}

/**
 * Bundles a module with its imports. Rejects when the bundle would use Node's modules, or when the bundler warns.
 * @param input path of the module; this package's `index.ts` by default
 */
export async function bundle(input: string = join(import.meta.dirname, "../src/index.ts")): Promise<Bundle> {
  const warnings: string[] = [];
  const build = await rolldown({
    input,
    platform: "browser",
    onLog: (level, { message }) => {
      if (level === "warn") warnings.push(message);
    },
  });
  const { output } = await build.generate({
    format: "esm",
    sourcemap: true,
    file: join(import.meta.dirname, "../dist/npm/dist/index.js"),
  });
  await build.close();
  const [{ code, map, moduleIds: modules, imports, dynamicImports }, ...rest] = output;
  const otherFiles = rest.filter(({ fileName }) => !fileName.endsWith(".map"));
  const problems = [...warnings, ...[...imports, ...dynamicImports].map((name) => `imports ${name}`)];
  if (otherFiles.length > 0)
    problems.push(`more than one file: ${otherFiles.map(({ fileName }) => fileName).join(", ")}`);
  if (problems.length > 0) throw new Error(`${input} is not for browsers: ${problems.join("; ")}`);
  if (map === null) throw new Error(`${input} has no source map`);
  return { code, map: map.toString(), modules };
}

/** The minified code, as the bundler of a page that uses the package would produce. */
export const minify = (code: string): string => minifySync("index.js", code, { module: true }).code;
