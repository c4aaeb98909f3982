/** Makes a part of the model on a calculating thread. */
import { hash } from "node:crypto";
import { CalculationFault, type Engine } from "@etesian/engine";
import { AreaNotComputableError, UnknownAreaError, areaCurves, type Model, variantCurves } from "@etesian/model";
import { encodePart, withoutDocuments } from "@etesian/model/parts";
import type { PartSource, PartTask, TaskOutcome } from "../threads/worker-messages.ts";

interface OpenModel {
  readonly model: Model;
  readonly engine: Engine;
}

export async function makePart(openModel: OpenModel, { source, includeBytes }: PartTask): Promise<TaskOutcome> {
  try {
    const bytes = await bytesOf(openModel, source);
    const part = {
      sha256: hash("sha256", bytes, "hex"),
      byteLength: bytes.byteLength,
      bytes: includeBytes ? bytes : null,
    };
    return { kind: "part", part };
  } catch (error) {
    if (error instanceof UnknownAreaError) return { kind: "unknown_area", reason: error.message };
    if (error instanceof AreaNotComputableError || error instanceof CalculationFault) {
      return { kind: "impossible", reason: error.message };
    }
    throw error;
  }
}

async function bytesOf({ model, engine }: OpenModel, source: PartSource): Promise<Uint8Array<ArrayBuffer>> {
  switch (source.kind) {
    case "definition":
      return encodePart("definition", withoutDocuments(model.definition));
    case "interface": {
      // Loaded lazily, because it loads the YAML parser.
      const { catalogueOf, interfaceOf } = await import("../model/interface-of.ts");
      const { documents } = interfaceOf(model);
      return encodePart("interface", { documents, catalogue: catalogueOf(model.definition) });
    }
    case "dataset":
      // Warnings are omitted: they contain file names of the operator.
      return encodePart("dataset", { ...(await model.dataset(source.area)), warnings: [] });
    case "curves":
      return encodePart("curves", areaCurves(model.curves(source.area)));
    case "variant":
      return encodePart("variant", variantCurves(model.curves(source.area), source.set, source.variant));
    case "inputs":
      return encodePart("inputs", [...engine.inputs(await model.dataset(source.area), source.endYear).values()]);
  }
}
