/** A Chromium for tests: one that is installed, as nothing is downloaded from outside the registry. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";
import { env, platform } from "node:process";
import { type Browser, chromium } from "playwright-core";

const VARIABLE = "ETESIAN_CHROMIUM";
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

/** Path of the browser: the one that `ETESIAN_CHROMIUM` names, or else one where they usually are; null: there is none. */
export function findChromium(): string | null {
  const given = env[VARIABLE];
  if (given !== undefined && given !== "") return given;
  const candidates =
    PLACES[platform] ??
    ["/usr/bin", "/usr/local/bin", "/snap/bin"].flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find(isExecutable) ?? null;
}

/** What the name of a test that is skipped says. */
export const NO_CHROMIUM = `needs Chromium, Chrome or Edge; ${VARIABLE} names another place`;

export const startChromium = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    // Root has no sandbox, and containers little shared memory.
    args: ["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"],
  });

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
