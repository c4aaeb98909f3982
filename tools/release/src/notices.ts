/** The licences of libraries that a package contains. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * The text of a file of notices: name, version, licence and licence text of each library.
 * @param folders directories of the libraries, each with a package.json
 * @throws Error naming a library that declares no licence
 */
export function noticesOf(folders: readonly string[]): string {
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
  return `Libraries in this package, and their licences.${line}${[...notices]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, notice]) => notice)
    .join(line)}\n`;
}
