/** The facts of an area's model that the page needs before it calculates: its manifest, and its interface. */
import type { Input } from "@etesian/client";
import { type Catalogue, type InterfaceDocuments, NO_DOCUMENTS } from "@etesian/interface";
import { type AreaManifest, decodePart, PartError, readManifest } from "@etesian/model/parts";

export interface AreaModel {
  /** Null where the server keeps its model to itself: it calculates then. */
  readonly manifest: AreaManifest | null;
  readonly documents: InterfaceDocuments;
  /** Null without a manifest. */
  readonly catalogue: Catalogue | null;
}

const WITHOUT_PARTS: AreaModel = { manifest: null, documents: NO_DOCUMENTS, catalogue: null };

/** Null where the server keeps its model to itself, or has no such area. */
export async function readAreaManifest(area: string, endYear: number): Promise<AreaManifest | null> {
  const response = await fetch(`/api/v3/model/areas/${encodeURIComponent(area)}?end_year=${endYear}`);
  if (response.status === 404) return null;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  return readManifest(await response.json());
}

/** The difference between the model that a page calculates with and the one that its server has now. */
export type ModelUpdate =
  | { readonly kind: "model"; readonly was: string; readonly is: string }
  /** The same documents, calculated by other sources. */
  | { readonly kind: "engine" }
  /** The server has no parts of this area any more. */
  | { readonly kind: "gone" };

/** Null if both give the same numbers. */
export function modelUpdate(opened: AreaManifest, served: AreaManifest | null): ModelUpdate | null {
  if (served === null) return { kind: "gone" };
  if (served.model !== opened.model || served.dataset !== opened.dataset) {
    return { kind: "model", was: opened.model, is: served.model };
  }
  return served.engine === opened.engine ? null : { kind: "engine" };
}

/** @throws when the server does not answer */
export async function readModelUpdate(opened: AreaManifest, endYear: number): Promise<ModelUpdate | null> {
  try {
    return modelUpdate(opened, await readAreaManifest(opened.area, endYear));
  } catch (error) {
    // A manifest in a format that this page does not know.
    if (error instanceof PartError) return { kind: "engine" };
    throw error;
  }
}

/** @param onManifest is called when the manifest has arrived, before the interface */
export async function readAreaModel(
  area: string,
  endYear: number,
  onManifest: () => void = () => {},
): Promise<AreaModel> {
  const manifest = await readAreaManifest(area, endYear);
  if (manifest === null) return WITHOUT_PARTS;
  const reading = fetch(`/api/v3/model/parts/${manifest.parts.interface.sha256}`);
  onManifest();
  const part = await reading;
  if (!part.ok) throw new Error(`${part.status}: ${await part.text()}`);
  const { documents, catalogue } = decodePart("interface", new Uint8Array(await part.arrayBuffer()));
  // As the server that wrote them has checked them.
  return { manifest, documents: documents as InterfaceDocuments, catalogue: catalogue as Catalogue };
}

/** The inputs of a scenario as an interface needs them, where no part has their folders. */
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
