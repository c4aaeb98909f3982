/** The calculation as a gRPC service. */
import {
  customCurveCodec,
  inputFactsCodec,
  InvalidMessageError,
  ordersCodec,
  recipeCodec,
  scalingCodec,
} from "@etesian/contracts/codecs";
import {
  ComputeServiceDefinition,
  type DownloadRefusal,
  type DownloadRequest,
  type TableFile,
  type QueryFailure,
  type QueryResult,
  type Recipe as RecipeMessage,
} from "@etesian/contracts/compute";
import type { QueryAnswer } from "@etesian/engine";
import { type Call, RpcError, serve, type ServedService, status } from "@etesian/service-kit";
import type { Recipe } from "@etesian/sliders";
import { FORMATS, isFormat, isLayout, LAYOUTS } from "@etesian/tables";
import { SpoolFullError } from "./documents/spooled-document.ts";
import type { DocumentRequest, DocumentRefusal } from "./documents/documents.ts";
import { QueueFullError } from "./admission.ts";
import { CalculationCancelledError, NotComputableError, type Calculator, AreaNotFoundError } from "./calculator.ts";
import { CurveValues, type CurvesClient } from "./curve-values.ts";
import { PoolClosedError } from "./threads/thread-pool.ts";

/** Delay before a client retries when the queue is full. */
const RETRY_AFTER_SECONDS = 1;

/** Maximum bytes of a part per message; other calls can run in between. */
const CHUNK_BYTES = 256 * 1024;

/** @param offersParts Whether clients may download the model to calculate locally. */
export function computeService(calculator: Calculator, curves: CurvesClient, offersParts: boolean): ServedService {
  const customCurves = async () => (await calculator.model).customCurves;
  const numbers = new CurveValues(curves, customCurves);

  async function toRecipe(message: RecipeMessage | undefined, call: Call): Promise<Recipe> {
    if (message === undefined) throw new InvalidMessageError("recipe is missing");
    return numbers.complete(recipeCodec.fromMessage(message), call);
  }

  function refuseUnlessOffered(): void {
    if (offersParts) return;
    const text = "This service does not share its model: parts are not available";
    throw new RpcError(status.FAILED_PRECONDITION, text, { reason: "model_parts_off" });
  }

  const handlers: Parameters<typeof serve<ComputeServiceDefinition>>[1] = {
    describeModel: async () => {
      const model = await calculator.model;
      return {
        modelHash: model.hash,
        defaultArea: model.defaultArea,
        coupledInputs: model.coupledInputs.map(({ key, couplingGroups }) => ({
          key,
          couplingGroups: [...couplingGroups],
        })),
        defaultOrders: ordersCodec.toMessage(model.defaultOrders),
        changes: model.changes.map(({ version, inputs }) => ({
          version,
          inputs: Object.fromEntries(
            Object.entries(inputs).map(([key, change]) => [key, { ...change, key: change.key ?? undefined }]),
          ),
        })),
        customCurves: model.customCurves.map(customCurveCodec.toMessage),
      };
    },

    listAreas: async ({ attributes }) => ({
      areas: (await calculator.areas(attributes)).map((area) => ({
        key: area.area,
        group: area.group ?? undefined,
        startYear: area.startYear,
        useable: area.useable,
        problem: area.problem ?? undefined,
        attributesJson: area.attributesJson,
      })),
    }),

    listGqueries: async () => ({
      gqueries: (await calculator.gqueries()).map(({ key, unit, description, labels }) => ({
        key,
        unit: unit ?? undefined,
        description: description ?? undefined,
        labels: [...labels],
      })),
    }),

    listInputDescriptions: async () => ({ descriptions: await calculator.inputDescriptions() }),

    describeInterface: async () => ({ interfaceJson: JSON.stringify(await calculator.interface()) }),

    getInputTable: async ({ area, endYear, scaling }, call) => {
      const inputs = await calculator.inputs(
        area,
        endYear,
        scaling === undefined ? null : scalingCodec.fromMessage(scaling),
        call,
      );
      return { modelHash: (await calculator.model).hash, inputs: inputs.map(inputFactsCodec.toMessage) };
    },

    getAreaManifest: async ({ area, endYear }, call) => {
      refuseUnlessOffered();
      return { manifestJson: JSON.stringify(await calculator.parts.manifest({ area, endYear }, call)) };
    },

    readPart: async function* ({ sha256, acceptsBrotli, area, endYear }, call) {
      refuseUnlessOffered();
      const part = await calculator.parts.read(
        sha256,
        acceptsBrotli,
        area === undefined ? null : { area, endYear },
        call,
      );
      if (part === null) {
        throw new RpcError(status.NOT_FOUND, `The model has no part ${sha256}`, { reason: "unknown_part" });
      }
      const { encoding, content } = part;
      yield { part: { $case: "head", value: { encoding, length: content.byteLength } } };
      for (let from = 0; from < content.byteLength; from += CHUNK_BYTES) {
        yield { part: { $case: "piece", value: asBuffer(content.subarray(from, from + CHUNK_BYTES)) } };
      }
    },

    getDatasetCurve: async ({ area, key }) => ({ values: [...((await calculator.datasetCurve(area, key)) ?? [])] }),

    query: async ({ recipe, keys, partial }, call) => {
      const completeRecipe = await toRecipe(recipe, call);
      const distinct = [...new Set(keys)];
      const answers = await calculator.query(completeRecipe, distinct, call);
      const calculation = await calculator.calculationOf(completeRecipe);
      const failures = answers.flatMap((answer, index): QueryFailure[] =>
        "errors" in answer ? [{ key: distinct[index]!, messages: [...answer.errors] }] : [],
      );
      if (failures.length > 0 && !partial) {
        const messages = failures.flatMap((failure) => failure.messages);
        return { outcome: { $case: "failures", value: { messages } }, calculation };
      }
      return { outcome: { $case: "results", value: { results: resultMessages(answers), failures } }, calculation };
    },

    getNode: async ({ recipe, key }, call) => {
      const completeRecipe = await toRecipe(recipe, call);
      const report = await calculator.node(completeRecipe, key, call);
      const calculation = await calculator.calculationOf(completeRecipe);
      if (report === null) return { outcome: { $case: "unknownNode", value: true }, calculation };
      if ("error" in report) return { outcome: { $case: "failure", value: report.error }, calculation };
      return { outcome: { $case: "reportJson", value: JSON.stringify(report) }, calculation };
    },

    download: async function* ({ recipe, document }, call) {
      const completeRecipe = await toRecipe(recipe, call);
      const download = await calculator.document(completeRecipe, toDocument(document), call);
      if (download.kind !== "download") {
        yield { part: { $case: "refusal", value: { reason: refusalReason(download) } } };
        return;
      }
      try {
        yield { part: { $case: "calculation", value: await calculator.calculationOf(completeRecipe) } };
        yield { part: { $case: "fileName", value: download.fileName } };
        for await (const chunk of download.chunks) yield { part: { $case: "piece", value: asBuffer(chunk) } };
      } finally {
        download.close();
      }
    },
  };
  return serve(ComputeServiceDefinition, handlers, rpcErrorOf);
}

/** The status that callers get for an error; null for an unexpected one, which is logged. */
export function rpcErrorOf(error: unknown): RpcError | null {
  if (error instanceof InvalidMessageError) return new RpcError(status.INVALID_ARGUMENT, error.message);
  if (error instanceof AreaNotFoundError) return new RpcError(status.NOT_FOUND, error.message);
  if (error instanceof NotComputableError) return new RpcError(status.FAILED_PRECONDITION, error.message);
  if (error instanceof CalculationCancelledError) return new RpcError(status.CANCELLED, error.message);
  // The service is stopping: callers find another process, or none.
  if (error instanceof PoolClosedError) return new RpcError(status.UNAVAILABLE, error.message);
  if (error instanceof QueueFullError || error instanceof SpoolFullError) {
    return new RpcError(status.RESOURCE_EXHAUSTED, error.message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  return null;
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

function toDocument(document: DownloadRequest["document"]): DocumentRequest {
  switch (document?.$case) {
    case "annualTable":
      return { kind: "annual_table", name: document.value, format: "csv", layout: "wide" };
    case "hourlyTable":
      return { kind: "hourly_table", name: document.value, format: "csv", layout: "wide" };
    case "tableFile":
      return toTableFile(document.value);
    case "electricityPrice":
      return { kind: "electricity_price" };
    case "meritConfiguration":
      return { kind: "merit_configuration", includeCurves: document.value.includeCurves };
    case "nodeStatistics": {
      const requestedFigures = document.value.nodes.map(({ node, figures }): [string, readonly string[] | null] => [
        node,
        figures.length === 0 ? null : figures,
      ]);
      return { kind: "node_statistics", figures: Object.fromEntries(requestedFigures) };
    }
    case "energyMap":
      return { kind: "energy_map" };
    case undefined:
      throw new InvalidMessageError("document is missing");
  }
}

function toTableFile({ table, format, layout }: TableFile): DocumentRequest {
  if (table === undefined) throw new InvalidMessageError("table is missing");
  if (!isFormat(format))
    throw new InvalidMessageError(`format is ${format}, expected ${Object.keys(FORMATS).join(", ")}`);
  if (!isLayout(layout)) throw new InvalidMessageError(`layout is ${layout}, expected ${LAYOUTS.join(" or ")}`);
  return { kind: table.$case === "hourly" ? "hourly_table" : "annual_table", name: table.value, format, layout };
}

function refusalReason(refusal: DocumentRefusal): DownloadRefusal["reason"] {
  switch (refusal.kind) {
    case "unknown":
      return { $case: "unknown", value: true };
    case "no_hours":
      return { $case: "noHours", value: refusal.reason };
    case "invalid":
      return { $case: "invalid", value: refusal.reason };
  }
}

/** Results without duplicates: a query requested by its own key and a deprecated key occurs once. */
function resultMessages(answers: readonly QueryAnswer[]): QueryResult[] {
  const results = new Map<string, QueryResult>();
  for (const answer of answers) {
    if ("errors" in answer) continue;
    const { key, present, future, unit } = answer;
    results.set(key, {
      key,
      presentJson: JSON.stringify(present),
      futureJson: JSON.stringify(future),
      unit: unit ?? undefined,
    });
  }
  return [...results.values()];
}
