/** An installed Firefox, which opens one page and is then closed. The project does not provide one. */
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { env, platform } from "node:process";

const VARIABLE = "ETESIAN_FIREFOX";
const PATHS: { readonly [platform: string]: readonly string[] } = {
  darwin: ["/Applications/Firefox.app/Contents/MacOS/firefox"],
  win32: [env["PROGRAMFILES"], env["PROGRAMFILES(X86)"]]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, "Mozilla Firefox/firefox.exe")),
};
/** Disables all network requests except the page's. */
const PREFERENCES = {
  "app.normandy.enabled": false,
  "app.update.disabledForTesting": true,
  "browser.shell.checkDefaultBrowser": false,
  "datareporting.policy.dataSubmissionEnabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "services.settings.server": "data:,",
  "toolkit.telemetry.reportingpolicy.firstRun": false,
};

/** The reason in the name of a skipped test. */
export const NO_FIREFOX = `there is no Firefox; ${VARIABLE} may name its path`;

/** Path of the program: `ETESIAN_FIREFOX`, or a browser in one of the standard locations. Null if there is none. */
export function findFirefox(): string | null {
  const configured = env[VARIABLE];
  if (configured !== undefined && configured !== "") return configured;
  const folders = (env["PATH"] ?? "").split(delimiter);
  const paths =
    PATHS[platform] ?? ["firefox", "firefox-esr"].flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

/** Opens a page without a window, in a temporary profile; the returned function closes the browser. */
export function openInFirefox(program: string, url: string): () => Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), "etesian-firefox-"));
  const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  writeFileSync(join(profile, "user.js"), lines.join(""));
  const child = spawn(program, ["--headless", "--no-remote", "--profile", profile, url], { stdio: "ignore" });
  const exited = once(child, "exit");
  return async () => {
    child.kill();
    await exited;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
