/** Facts about an area's model that the page needs before it calculates: its manifest and its interface. */
import type { Input } from "@etesian/client";
import { type Catalogue, type InterfaceDocuments, NO_DOCUMENTS } from "@etesian/interface";
import { type AreaManifest, decodePart, PartError, readManifest } from "@etesian/model/parts";

export interface AreaModel {
  /** Null if the server does not share its model; the server then calculates. */
  readonly manifest: AreaManifest | null;
  readonly documents: InterfaceDocuments;
  /** Null without a manifest. */
  readonly catalogue: Catalogue | null;
}

const WITHOUT_PARTS: AreaModel = { manifest: null, documents: NO_DOCUMENTS, catalogue: null };

/** Null if the server does not share its model, or has no such area. */
export async function readAreaManifest(area: string, endYear: number): Promise<AreaManifest | null> {
  const response = await fetch(`/api/v3/model/areas/${encodeURIComponent(area)}?end_year=${endYear}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return readManifest(await response.json());
}

/** The difference between the model that a page calculates with and the server's current model. */
export type ModelUpdate =
  | { readonly kind: "model"; readonly previous: string; readonly current: string }
  /** The same documents, calculated by a different version of the engine. */
  | { readonly kind: "engine" }
  /** The server no longer has parts of this area. */
  | { readonly kind: "gone" };

/** Null if both models produce the same numbers. */
export function modelUpdate(opened: AreaManifest, served: AreaManifest | null): ModelUpdate | null {
  if (served === null) return { kind: "gone" };
  if (served.model !== opened.model || served.dataset !== opened.dataset) {
    return { kind: "model", previous: opened.model, current: served.model };
  }
  return served.engine === opened.engine ? null : { kind: "engine" };
}

/** @throws if the server does not respond */
export async function readModelUpdate(opened: AreaManifest, endYear: number): Promise<ModelUpdate | null> {
  try {
    return modelUpdate(opened, await readAreaManifest(opened.area, endYear));
  } catch (error) {
    // The manifest has an unknown format.
    if (error instanceof PartError) return { kind: "engine" };
    throw error;
  }
}

/** @param onManifest is called when the manifest has arrived, before the interface is read */
export async function readAreaModel(
  area: string,
  endYear: number,
  onManifest: () => void = () => {},
): Promise<AreaModel> {
  const manifest = await readAreaManifest(area, endYear);
  if (manifest === null) return WITHOUT_PARTS;
  const pendingResponse = fetch(`/api/v3/model/parts/${manifest.parts.interface.sha256}`);
  onManifest();
  const response = await pendingResponse;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const { documents, catalogue } = decodePart("interface", new Uint8Array(await response.arrayBuffer()));
  // The server validated the documents when it wrote the part.
  return { manifest, documents: documents as InterfaceDocuments, catalogue: catalogue as Catalogue };
}

/** A catalogue of a scenario's inputs, for a server that does not share its model. */
export const catalogueOf = (inputs: ReadonlyMap<string, Input>): Catalogue => ({
  inputs: Array.from(inputs, ([key, { unit, share_group }]) => ({
    key,
    unit,
    folder: key.split("_")[0]!,
    shareGroup: share_group ?? null,
    compounds: false,
  })),
  queries: [],
});
