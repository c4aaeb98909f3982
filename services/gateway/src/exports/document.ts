/** Streams documents about a calculated scenario while they are produced. */
import { Readable } from "node:stream";
import { type Calculation, type DownloadRequest, type DownloadResponse, Recipe } from "@etesian/contracts/compute";
import type { Scenario } from "@etesian/contracts/scenarios";
import type { CallOrigin } from "@etesian/service-kit";
import type { Format } from "@etesian/tables";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type Backends, calculate } from "../backends.ts";
import { entityTag, isNotModified, isReadRequest } from "../http/caching.ts";
import { setCalculationHeaders } from "../http/calculated.ts";
import { chunksOf } from "../http/chunks.ts";
import { contextOf } from "../http/context.ts";
import { apiError, customError } from "../http/errors.ts";
import type { Catalogue } from "../model/catalogue.ts";
import { describeFile } from "./formats.ts";

export type DocumentRequest = NonNullable<DownloadRequest["document"]>;

export class Documents {
  readonly #compute: Backends["compute"];
  readonly #catalogue: Catalogue;

  constructor({ compute }: Backends, catalogue: Catalogue) {
    this.#compute = compute;
    this.#catalogue = catalogue;
  }

  /**
   * Sends a table as a file, and any other document as JSON. The same recipe and model always produce the same bytes,
   * so a client that has them gets a 304 before anything is calculated.
   */
  async send(
    scenario: Scenario,
    document: DocumentRequest,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    if (isReadRequest(request)) {
      const recipe = scenario.recipe === undefined ? "" : Recipe.encode(scenario.recipe).finish();
      void reply.header("etag", entityTag(await this.#catalogue.modelHash(), JSON.stringify(document), recipe));
      if (isNotModified(request, reply)) return reply.send("");
    }
    // There is no deadline, because a reader may be slow.
    const { deadline: _, ...context } = contextOf(request, reply);
    const download = await startDownload(this.#compute, scenario, document, context);
    setCalculationHeaders(reply, download.calculation);
    const format = formatOf(document);
    if (format === null) reply.type("application/json; charset=utf-8");
    else describeFile(reply, format, `${download.fileName}.${scenario.id}`);
    return reply.send(Readable.from(download.chunks, { objectMode: false }));
  }

  /** The bytes of a document. Rejects in the same cases as `send`. */
  async read(scenario: Scenario, document: DocumentRequest, context: CallOrigin): Promise<Buffer> {
    const { chunks } = await startDownload(this.#compute, scenario, document, context);
    const buffers: Buffer[] = [];
    for await (const chunk of chunks) buffers.push(chunk);
    return Buffer.concat(buffers);
  }
}

/** The format of a table; null for other documents. */
function formatOf(document: DocumentRequest): Format | null {
  switch (document.$case) {
    case "annualTable":
    case "hourlyTable":
      return "csv";
    case "tableFile":
      return document.value.format as Format;
    default:
      return null;
  }
}

interface Download {
  readonly calculation: Calculation | undefined;
  readonly fileName: string;
  readonly chunks: AsyncIterable<Buffer>;
}

/** Resolves once the document has started; rejects if it cannot be produced. */
async function startDownload(
  compute: Backends["compute"],
  scenario: Scenario,
  document: DocumentRequest,
  context: CallOrigin,
): Promise<Download> {
  const messages = compute.download({ recipe: scenario.recipe, document }, context)[Symbol.asyncIterator]();
  const next = async (): Promise<DownloadResponse["part"]> => {
    const { value } = await calculate(scenario, () => messages.next());
    return (value as DownloadResponse | undefined)?.part;
  };
  const firstPart = await next();
  // Compute processes of the previous version do not report the calculation.
  const calculation = firstPart?.$case === "calculation" ? firstPart.value : undefined;
  const part = calculation === undefined ? firstPart : await next();
  switch (part?.$case) {
    case "fileName":
      return { calculation, fileName: part.value, chunks: chunksOf(messages) };
    case "refusal": {
      const { reason } = part.value;
      if (reason?.$case === "noHours") throw customError("no_hours", [reason.value]);
      if (reason?.$case === "invalid") throw customError("invalid", [reason.value]);
      throw apiError("not_found");
    }
    default:
      throw new Error("a document started without a name");
  }
}
