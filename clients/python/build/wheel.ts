/** The Python package `etesian` as a wheel, which pip installs from a file or a URL. */
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { zipSync } from "fflate";
import project from "../../../package.json" with { type: "json" };
import about from "../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "..");
const LICENCE = join(ROOT, "../../LICENSE");

/** Builds the wheel (PEP 427, metadata 2.4); the same sources give the same bytes. */
export function wheel(): Uint8Array<ArrayBuffer> {
  const { version } = project;
  const info = `etesian-${version}.dist-info`;
  const sources = globSync("etesian/**/{*.py,py.typed}", { cwd: join(ROOT, "src") }).toSorted();
  const files = new Map<string, Buffer>(
    sources.map((file) => [file.replaceAll("\\", "/"), readFileSync(join(ROOT, "src", file))]),
  );
  files.set(`${info}/METADATA`, Buffer.from(metadata(version)));
  files.set(
    `${info}/WHEEL`,
    Buffer.from("Wheel-Version: 1.0\nGenerator: etesian\nRoot-Is-Purelib: true\nTag: py3-none-any\n"),
  );
  files.set(`${info}/licenses/LICENSE`, readFileSync(LICENCE));
  const record = [...files].map(([file, content]) => `${file},sha256=${digestOf(content)},${content.length}`);
  files.set(`${info}/RECORD`, Buffer.from([...record, `${info}/RECORD,,`, ""].join("\n")));
  // Zip files cannot have dates before 1980.
  return new Uint8Array(zipSync(Object.fromEntries(files), { level: 9, mtime: "1980-01-01T00:00:00" }));
}

const digestOf = (content: Buffer): string => createHash("sha256").update(content).digest("base64url");

function metadata(version: string): string {
  const fields = [
    ["Metadata-Version", "2.4"],
    ["Name", "etesian"],
    ["Version", version],
    ["Summary", about.description],
    ["License-Expression", project.license],
    ["License-File", "LICENSE"],
    ["Keywords", project.keywords.join(",")],
    ["Project-URL", `Homepage, ${project.homepage}`],
    ["Project-URL", `Repository, ${project.repository.url.replace(/^git\+/, "")}`],
    ["Project-URL", `Issues, ${project.bugs}`],
    ["Requires-Python", ">=3.10"],
    ["Requires-Dist", "requests>=2.31"],
    ["Provides-Extra", "pandas"],
    ["Requires-Dist", 'pandas>=2.0; extra == "pandas"'],
    ["Provides-Extra", "arrow"],
    ["Requires-Dist", 'pyarrow>=14.0; extra == "arrow"'],
    ["Description-Content-Type", "text/markdown"],
  ] as const;
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  return `${fields.map(([name, value]) => `${name}: ${value}`).join("\n")}\n\n${readme}`;
}
