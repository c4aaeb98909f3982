/** Finds a Chromium for tests: an installed browser, or the one that an npm package provides for Linux. */
import { execFile } from "node:child_process";
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { arch, env, execPath, platform } from "node:process";
import { promisify } from "node:util";
import { type Browser, chromium } from "playwright-core";

export type { Browser, BrowserContext, CDPSession, Locator, Page, Request } from "playwright-core";

const VARIABLE = "ETESIAN_CHROMIUM";
/** Denotes the package's browser. */
export const PACKED = "packed";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const PATHS: { readonly [platform: string]: readonly string[] } = {
  darwin: [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"]]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => [
      join(folder, "Google/Chrome/Application/chrome.exe"),
      join(folder, "Microsoft/Edge/Application/msedge.exe"),
    ]),
};

/**
 * Path of the browser: `ETESIAN_CHROMIUM`, or a browser in one of the standard locations. `packed`: the package's
 * browser, which is unpacked into the temporary directory. Null if there is none.
 */
export function findChromium(): string | null {
  const configured = env[VARIABLE];
  if (configured !== undefined && configured !== "") return configured;
  const candidates =
    PATHS[platform] ??
    ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find(isExecutable) ?? (platform === "linux" && arch === "x64" ? PACKED : null);
}

/** The reason in the name of a skipped test. */
export const NO_CHROMIUM = `needs Chromium, Chrome or Edge; ${VARIABLE} may name its path`;

/** @param command result of `findChromium` @param flags additional command-line flags */
export async function startChromium(command: string, flags: readonly string[] = []): Promise<Browser> {
  const folder = command === PACKED ? await unpackChromium() : null;
  return chromium.launch({
    executablePath: folder === null ? command : join(folder, "chromium"),
    // Uses only the package's own fonts, so that screenshots are the same on every machine.
    ...(folder === null ? {} : { env: { ...env, FONTCONFIG_PATH: folder } }),
    // Chromium has no sandbox as root, and containers have little shared memory. The package's recommended arguments
    // are not used: they run everything in one process and disable the same-origin policy.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", ...flags],
  });
}

/**
 * Directory of the unpacked browser. The package mistakes a file that another process is still writing for a complete
 * one. Each process therefore unpacks into its own temporary directory, and the first to finish renames it.
 */
async function unpackChromium(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")), "utf8"),
  ) as {
    readonly version: string;
  };
  const folder = join(tmpdir(), `etesian-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const ownFolder = mkdtempSync(`${folder}-`);
  const unpack = 'import packed from "@sparticuz/chromium"; await packed.executablePath();';
  await promisify(execFile)(execPath, ["--input-type=module", "--eval", unpack], {
    cwd: import.meta.dirname,
    env: { ...env, TMPDIR: ownFolder },
  });
  writeFileSync(
    join(ownFolder, "fonts.conf"),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
  try {
    renameSync(ownFolder, folder);
  } catch (error) {
    rmSync(ownFolder, { recursive: true });
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
