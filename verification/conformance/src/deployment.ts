/** The deployment under test: its servers, and the stores in which its operator creates accounts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AccountStores } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { testEventStores } from "@etesian/event-store/testing";
import { startForTest } from "@etesian/standalone/testing";
import type { Resource } from "./row.ts";

export interface Deployment {
  /** One or several servers of the same deployment, which get requests in turn. */
  readonly urls: readonly string[];
  /** The stores, as `npm run accounts` takes them. */
  readonly stores: AccountStores;
}

export type ModelName = Resource["model"];

/** Runs work with a deployment that has this model. */
export type Deploy = (model: ModelName, work: (deployment: Deployment) => Promise<void>) => Promise<void>;

const STARTER = join(import.meta.dirname, "../../../models/starter");

/** Starts a server in this process, and removes all its data afterwards except a given `store`. */
const withServerOn =
  (store: string | null): Deploy =>
  async (model, work) => {
    const directory = mkdtempSync(join(tmpdir(), "etesian-conformance-"));
    const data = join(directory, "data");
    const village = join(directory, "village");
    if (model === "village") writeVillage(village);
    const server = await startForTest({ model: model === "village" ? village : STARTER, data, store });
    try {
      await work({ urls: [server.url], stores: { data, store, keys: null } });
    } finally {
      await server.close();
      rmSync(directory, { recursive: true, force: true });
    }
  };

/** A deployment whose stores are files. */
export const withServer: Deploy = withServerOn(null);

/** A deployment whose events are in an EventStoreDB. */
export const withEventStoreDb: Deploy = async (model, work) => {
  const stores = await testEventStores();
  const { url, remove } = await stores.find(({ name }) => name.startsWith("EventStoreDB"))!.create();
  try {
    await withServerOn(url)(model, work);
  } finally {
    await remove();
  }
};

/** The model served by a running deployment. @throws if no check covers it */
export async function modelAt({ urls }: Deployment): Promise<ModelName> {
  const areas = (await (await fetch(`${urls[0]}/api/v3/areas`)).json()) as readonly { readonly area: string }[];
  const names = new Set(areas.map(({ area }) => area));
  if (names.has("village")) return "village";
  if (names.has("nl") && names.has("GM0344_utrecht") && names.size < 10) return "starter";
  throw new Error(
    `${urls[0]} serves a model of ${names.size} areas (${[...names].slice(0, 3).join(", ")} …); ` +
      "checks cover models/starter, and the small model that `village DIRECTORY` writes",
  );
}
