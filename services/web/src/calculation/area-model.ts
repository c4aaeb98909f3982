/** The facts of an area's model that the page needs before it calculates: its manifest, and its interface. */
import type { Input } from "@etesian/client";
import { type Catalogue, type InterfaceDocuments, NO_DOCUMENTS } from "@etesian/interface";
import { type AreaManifest, decodePart, readManifest } from "@etesian/model/parts";

export interface AreaModel {
  /** Null where the server keeps its model to itself: it calculates then. */
  readonly manifest: AreaManifest | null;
  readonly documents: InterfaceDocuments;
  /** Null without a manifest. */
  readonly catalogue: Catalogue | null;
}

const WITHOUT_PARTS: AreaModel = { manifest: null, documents: NO_DOCUMENTS, catalogue: null };

/** @param onManifest is told of the manifest before the interface has come */
export async function readAreaModel(
  area: string,
  endYear: number,
  onManifest: (manifest: AreaManifest, endYear: number) => void,
): Promise<AreaModel> {
  const response = await fetch(`/api/v3/model/areas/${encodeURIComponent(area)}?end_year=${endYear}`);
  if (response.status === 404) return WITHOUT_PARTS;
  if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`);
  const manifest = readManifest(await response.json());
  onManifest(manifest, endYear);
  const part = await fetch(`/api/v3/model/parts/${manifest.parts.interface.sha256}`);
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
  })),
  queries: [],
});
