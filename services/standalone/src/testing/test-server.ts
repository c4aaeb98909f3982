/** A server in this process, for tests. */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { operatorCause, openAccounts, type AccountStores } from "@etesian/accounts";
import { type Scope, SCOPES } from "@etesian/contracts/rights";
import { settingsOf, startServices } from "@etesian/service-kit";
import { modelCache } from "@etesian/testing/model-cache";
import { STANDALONE } from "../services.ts";

export interface TestServer {
  readonly url: string;
  /** Creates a token of a person, and their account if necessary. */
  token(email: string, scopes?: readonly Scope[]): Promise<string>;
  close(): Promise<void>;
}

/** Starts a server with defaults on a free port: without logs, warm-up, page and examples. */
export async function startForTest(settings: {
  readonly model: string;
  readonly data: string;
  readonly [setting: string]: unknown;
}): Promise<TestServer> {
  const defaults = Object.fromEntries(
    Object.entries(settingsOf(STANDALONE)).map(([name, { fallback }]) => [name, fallback]),
  );
  const testDefaults = { port: 0, workers: 1, noWarmUp: true, logLevel: "silent", noPage: true, noExamples: true };
  const values = { ...defaults, ...testDefaults, ...settings };
  shareModelCache(settings.model, settings.data);
  const { url, shutdown } = await startServices("standalone", STANDALONE, values);
  await waitUntilHealthy(url);
  return {
    url,
    token: (email, scopes) => issueToken({ data: settings.data, store: null, keys: null }, email, scopes),
    close: () => shutdown.stop(),
  };
}

/**
 * Lets a server reuse cached models of earlier tests, which saves 40 % of its startup time. Models that a test creates
 * are not shared.
 */
export function shareModelCache(model: string, data: string): void {
  const cache = join(data, "cache");
  if (resolve(model).startsWith(tmpdir()) || existsSync(cache)) return;
  for (const folder of [data, modelCache.cacheDirectory]) mkdirSync(folder, { recursive: true });
  symlinkSync(modelCache.cacheDirectory, cache, "junction");
}

/** The server reports 503 while it is starting and its event loop is busy. */
async function waitUntilHealthy(url: string): Promise<void> {
  while ((await fetch(`${url}/healthz`)).status === 503) await sleep(100);
}

/** Creates a token of a person, and their account if necessary. */
export async function issueToken(
  stores: AccountStores,
  email: string,
  scopes: readonly Scope[] = SCOPES,
): Promise<string> {
  const { accounts, close } = await openAccounts(stores);
  const account = await accounts
    .getByEmail(email)
    .catch(async () => accounts.find(await accounts.create({ email, name: null }, false, operatorCause())));
  const token = await accounts.issueToken(account!, "", scopes, null, operatorCause());
  await close();
  return token;
}
