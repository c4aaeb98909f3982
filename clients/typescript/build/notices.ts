/** Notices: names, versions and licences of the libraries that bundles contain. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import type { OutputBundle, Plugin } from "rolldown";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

const FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;

/**
 * Text of a notices file: name, version, licence and licence text of each library.
 * @param modules paths of the bundled modules; modules outside node_modules are ignored
 * @throws Error naming a library that declares no licence
 */
export function noticesOf(modules: Iterable<string>): string {
  const folders = new Set([...modules].flatMap((id) => FOLDER.exec(id.split(sep).join("/"))?.[0] ?? []));
  const notices = new Map<string, string>();
  for (const folder of folders) {
    const path = join(folder, "package.json");
    if (!existsSync(path)) continue;
    const { name, version, license, licenses } = JSON.parse(readFileSync(path, "utf8")) as {
      readonly name: string;
      readonly version: string;
      readonly license?: string | { readonly type: string };
      readonly licenses?: readonly { readonly type: string }[];
    };
    const declared = typeof license === "string" ? license : (license?.type ?? licenses?.[0]?.type);
    if (declared === undefined) throw new Error(`${name} ${version} declares no licence`);
    const texts = readdirSync(folder).filter((file) => LICENCE_FILE.test(file) && !file.endsWith(".js"));
    const text = texts.map((file) => readFileSync(join(folder, file), "utf8").trim()).join("\n\n");
    notices.set(`${name} ${version}`, `${name} ${version}\nLicence: ${declared}\n\n${text}`.trim());
  }
  const line = `\n\n${"-".repeat(78)}\n\n`;
  return `Libraries in these programs, and their licences.${line}${[...notices]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, notice]) => notice)
    .join(line)}\n`;
}

/**
 * Vite plugins that write a notices file next to the bundles.
 * @param fileName path in the output directory
 * @returns `main` for the bundle itself; `worker` for its workers, whose bundles are complete before the main one
 */
export function noticesFile(fileName: string): { readonly main: Plugin; readonly worker: Plugin } {
  const modules = new Set<string>();
  const collect = (bundle: OutputBundle): void => {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") for (const id of file.moduleIds) modules.add(id);
  };
  return {
    worker: { name: "worker-notices", generateBundle: (_, bundle) => collect(bundle) },
    main: {
      name: "notices",
      generateBundle(_, bundle) {
        collect(bundle);
        this.emitFile({ type: "asset", fileName, source: noticesOf(modules) });
      },
    },
  };
}
