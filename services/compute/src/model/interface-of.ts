/** The interface documents of a model's directory, checked against its inputs and queries. */
import { dirname } from "node:path";
import type { Catalogue } from "@etesian/interface";
import { readInterface } from "@etesian/interface/reading";
import type { Model, ModelDefinition } from "@etesian/model";

/** Facts of a model that the interface needs. */
export const catalogueOf = ({ inputs, gqueries }: Pick<ModelDefinition, "inputs" | "gqueries">): Catalogue => ({
  inputs: inputs.map(({ key, unit, shareGroup, source }) => {
    return { key, unit, shareGroup, folder: dirname(source.file).replace(/^inputs\/?/, "") };
  }),
  queries: gqueries.map(({ key, unit }) => ({ key, unit })),
});

/** Read each time. A model without interface documents has empty ones. */
export const interfaceOf = ({ directory, definition }: Pick<Model, "directory" | "definition">) =>
  readInterface(directory, catalogueOf(definition));
