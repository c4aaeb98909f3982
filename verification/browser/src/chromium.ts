/** A Chromium for tests: one that is installed, or the one that a package of the registry brings for Linux. */
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

export type { Browser, BrowserContext, CDPSession, Locator, Page } from "playwright-core";

const VARIABLE = "ETESIAN_CHROMIUM";
/** The browser that the package brings. */
export const PACKED = "packed";
const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const PLACES: { readonly [platform: string]: readonly string[] } = {
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
 * Path of the browser: the one that `ETESIAN_CHROMIUM` names, else one of the usual places. `packed`: the browser of
 * the package, which is unpacked into the temporary folder. Null: none.
 */
export function findChromium(): string | null {
  const given = env[VARIABLE];
  if (given !== undefined && given !== "") return given;
  const candidates =
    PLACES[platform] ??
    ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find(isExecutable) ?? (platform === "linux" && arch === "x64" ? PACKED : null);
}

/** Reason in the name of a skipped test. */
export const NO_CHROMIUM = `needs Chromium, Chrome or Edge; ${VARIABLE} names another place`;

/**
 * @param found as `findChromium` answers it
 * @param flags further ones
 */
export async function startChromium(found: string, flags: readonly string[] = []): Promise<Browser> {
  const folder = found === PACKED ? await unpacked() : null;
  return chromium.launch({
    executablePath: folder === null ? found : join(folder, "chromium"),
    // Its own fonts alone: its pictures are the same on every machine.
    ...(folder === null ? {} : { env: { ...env, FONTCONFIG_PATH: folder } }),
    // Root has no sandbox, and containers little shared memory. The arguments that the package suggests are left out: they make
    // one process of all, and take away the rules of origins.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", ...flags],
  });
}

/**
 * The folder of the unpacked browser. The package unpacks into the temporary folder, where it takes a file that another process
 * still writes for a whole one: each process has a temporary folder of its own, and the first that is done gives it the name.
 */
async function unpacked(): Promise<string> {
  const { version } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.resolve("@sparticuz/chromium")), "utf8"),
  ) as {
    readonly version: string;
  };
  const folder = join(tmpdir(), `etesian-chromium-${version}`);
  if (existsSync(folder)) return folder;
  const own = mkdtempSync(`${folder}-`);
  const unpack = 'import packed from "@sparticuz/chromium"; await packed.executablePath();';
  await promisify(execFile)(execPath, ["--input-type=module", "--eval", unpack], {
    cwd: import.meta.dirname,
    env: { ...env, TMPDIR: own },
  });
  writeFileSync(
    join(own, "fonts.conf"),
    `<fontconfig><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true });
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
