/** What is checked: servers that answer, and the stores in which whoever runs them makes accounts. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Place } from "@etesian/accounts";
import { writeVillage } from "@etesian/compute/testing";
import { startForTest } from "../test-server.ts";
import type { Resource } from "./row.ts";

export interface Deployment {
  /** One, or several of the same deployment, which are asked in turn. */
  readonly urls: readonly string[];
  /** As `npm run accounts` is told it. */
  readonly place: Place;
}

export type ModelName = Resource["model"];

/** Lets something be done with a deployment that has this model. */
export type Deploy = (model: ModelName, work: (deployment: Deployment) => Promise<void>) => Promise<void>;

const STARTER = join(import.meta.dirname, "../../../../models/starter");

/** A server of this process, which is gone afterwards with all it had. */
export const withServer: Deploy = async (model, work) => {
  const directory = mkdtempSync(join(tmpdir(), "etesian-conformance-"));
  const data = join(directory, "data");
  const village = join(directory, "village");
  if (model === "village") writeVillage(village);
  const server = await startForTest({ model: model === "village" ? village : STARTER, data });
  try {
    await work({ urls: [server.url], place: { data, store: null, keys: null } });
  } finally {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Of what is running already: the model that it serves. @throws when no check is about it. */
export async function modelAt({ urls }: Deployment): Promise<ModelName> {
  const areas = (await (await fetch(`${urls[0]}/api/v3/areas`)).json()) as readonly { readonly area: string }[];
  const names = new Set(areas.map(({ area }) => area));
  if (names.has("village")) return "village";
  if (names.has("nl") && names.size === 1) return "starter";
  throw new Error(
    `${urls[0]} serves a model of ${names.size} areas (${[...names].slice(0, 3).join(", ")} …); ` +
      "checks are about models/starter, and about the small one that `village DIRECTORY` writes",
  );
}
