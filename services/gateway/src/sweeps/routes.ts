/** Sweeps: many variants of a scenario, calculated into result files. */
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReadResultsResponse } from "@etesian/contracts/sweeps";
import { RpcError, status } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError, customError, errorSchema } from "../http/errors.ts";
import { pageOf, pageQuery, pageSchema, pageRange } from "../http/pages.ts";
import { toId } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { openStream, messageStream } from "../time/event-stream.ts";
import { eventsResponse } from "../time/schemas.ts";
import { progressJson, sweepJson } from "./json.ts";
import { type ByteRange, rangeOf } from "./range.ts";
import { estimatesSchema, manifestSchema, progressSchema, sweepBody, sweepSchema } from "./schemas.ts";

const tags = ["Sweeps"];
const id = z.string().describe("ID of the sweep").meta({ example: "0123456789abcd" });
const params = z.object({ id });
const errors = { 401: errorSchema, 403: errorSchema, 404: errorSchema };
const binary = (type: string) => ({
  description: "The file, or the requested range of it",
  content: { [type]: { schema: z.string().meta({ format: "binary" }) } },
});

const PARQUET = "application/vnd.apache.parquet";
/** Result files by the last segment of their path. */
const RESULTS = {
  "results.parquet": { file: "results.parquet", type: PARQUET },
  "results.csv": { file: "results.csv", type: "text/csv; charset=utf-8" },
  estimates: { file: "estimates.json", type: "application/json; charset=utf-8" },
  manifest: { file: "manifest.json", type: "application/json; charset=utf-8" },
} as const;

/** Schemas of the JSON files. */
const JSON_FILES: { readonly [end: string]: z.ZodType } = { estimates: estimatesSchema, manifest: manifestSchema };

/** Interval between progress messages. */
const PROGRESS_MS = 1_000;
const FINAL_STATUSES = new Set(["completed", "failed", "cancelled", "expired"]);

export const sweepRoutes =
  ({ sweeps }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    // An open event stream would prevent the server from stopping.
    const abort = new AbortController();
    app.addHook("preClose", async () => abort.abort());
    const api = (request: FastifyRequest): string => `${baseUrl(request)}/api/v3`;

    app.post(
      "/sweeps",
      {
        config: { access: "sweep" },
        schema: {
          tags,
          summary: "Calculate many variants of a scenario",
          description:
            "Varies a scenario's factors according to a design, calculates each variant's figures, and writes them to a table. " +
            "Before it responds, the server checks the specification and calculates some variants to estimate the time. docs/sweeps.md describes factors, designs, outputs and limits.",
          body: sweepBody,
          response: { ...errors, 202: sweepSchema, 422: errorSchema, 429: errorSchema },
        },
      },
      async (request, reply) => {
        const { base, metadata = {}, ...spec } = request.body.sweep;
        const scenarioId = toId(base.scenario_id);
        if (scenarioId === null) throw customError("invalid", ["base.scenario_id must be the ID of a scenario"]);
        const version = base.version === undefined ? undefined : toId(base.version);
        if (version === null) throw customError("invalid", ["base.version must be a version number"]);
        const sweepRequest = { scenarioId, scenarioVersion: version, specJson: JSON.stringify(spec), metadata };
        const { outcome } = await sweeps.requestSweep(sweepRequest, contextOf(request));
        if (outcome?.$case !== "sweep") throw customError("invalid", outcome?.value.problems ?? []);
        const json = sweepJson(outcome.value, api(request));
        return reply.code(202).header("location", `/api/v3/sweeps/${json.id}`).send(json);
      },
    );

    app.get(
      "/sweeps",
      {
        config: { access: "list-sweeps" },
        schema: {
          tags,
          summary: "List the caller's sweeps, newest first",
          description: "Results and descriptions are omitted.",
          querystring: z.object(pageQuery),
          response: { 200: pageSchema(sweepSchema), 401: errorSchema, 403: errorSchema },
        },
      },
      async (request, reply) => {
        const range = pageRange(request.query);
        const { sweeps: page, total } = await sweeps.listSweeps(range, contextOf(request, reply));
        const data = page.map((sweep) => sweepJson(sweep, api(request)));
        return pageOf(data, total, range, `${api(request)}/sweeps`);
      },
    );

    app.get(
      "/sweeps/:id",
      {
        config: { access: "sweep-read" },
        schema: {
          tags,
          summary: "Read a sweep: its progress and the URLs of its results",
          description: "For callers who may read the base scenario.",
          params,
          response: { ...errors, 200: sweepSchema },
        },
      },
      async (request, reply) =>
        sweepJson(await sweeps.getSweep({ id: request.params.id }, contextOf(request, reply)), api(request)),
    );

    app.delete(
      "/sweeps/:id",
      {
        config: { access: "sweep-cancel" },
        schema: {
          tags,
          summary: "Cancel a sweep and delete its results",
          description:
            "Only its owner may cancel a sweep; any caller that knows its ID may cancel one that was requested without a token.",
          params,
          response: { ...errors, 204: z.null() },
        },
      },
      async (request, reply) => {
        await sweeps.cancelSweep({ id: request.params.id }, contextOf(request));
        return reply.code(204).send(null);
      },
    );

    app.get(
      "/sweeps/:id/events",
      {
        config: { access: "sweep-read" },
        schema: {
          tags,
          summary: "Stream the progress of a sweep",
          description:
            "Server-sent events, at most one per second. The stream ends with the sweep, or when the caller may no longer read its base scenario.",
          params,
          response: { ...errors, 200: eventsResponse(progressSchema) },
        },
      },
      async (request, reply) => {
        const context = openStream(request, reply, abort.signal);
        await sweeps.getSweep({ id: request.params.id }, context);
        const messages = progressOf(sweeps, request.params.id, context);
        return reply.type("text/event-stream").header("cache-control", "no-store").send(messageStream(messages));
      },
    );

    for (const [end, { file, type }] of Object.entries(RESULTS))
      app.get(
        `/sweeps/:id/results/${end}`,
        {
          config: { access: "sweep-read" },
          schema: {
            tags,
            summary: `Download ${file} of a completed sweep`,
            description: "Supports `Range`, so that DuckDB, pandas and R can read the file by its URL.",
            params,
            response: {
              ...errors,
              200: JSON_FILES[end] ?? binary(type.split(";")[0]!),
              416: errorSchema,
            },
          },
        },
        async (request, reply) => sendFile(request, reply, { id: request.params.id, file, type }),
      );

    app.get(
      "/sweeps/:id/parts/:part",
      {
        config: { access: "sweep-read" },
        schema: {
          tags,
          summary: "Download a part of the rows, even while the sweep runs",
          description: "A Parquet file; supports `Range`.",
          params: z.object({
            id,
            part: z.string().describe("Name of the part").meta({ example: "00000000-00000003.parquet" }),
          }),
          response: { ...errors, 200: binary(PARQUET), 416: errorSchema },
        },
      },
      async (request, reply) => {
        const { id: sweep, part } = request.params;
        return sendFile(request, reply, { id: sweep, file: `parts/${part}`, type: PARQUET });
      },
    );

    /** Sends a file or its requested range. */
    async function sendFile(
      request: FastifyRequest,
      reply: FastifyReply,
      { id: sweep, file, type }: { readonly id: string; readonly file: string; readonly type: string },
    ): Promise<FastifyReply> {
      const range: ByteRange | null = rangeOf(request.headers.range);
      const isHead = request.method === "HEAD";
      const { from, length } = isHead ? { from: 0, length: 0 } : (range ?? { from: 0, length: undefined });
      // There is no deadline, because a reader may be slow.
      const { deadline: _, ...context } = contextOf(request, reply);
      const messages = sweeps.readResults({ id: sweep, file, from, length }, context)[Symbol.asyncIterator]();
      const { value } = await messages.next();
      const part = (value as ReadResultsResponse | undefined)?.part;
      if (part?.$case !== "head") throw new Error("a file of results started without its head");
      const head = part.value;
      void reply.type(type).header("etag", `"${head.tag}"`).header("accept-ranges", "bytes");
      if (isNotModified(request, reply)) {
        await messages.return?.();
        return reply.send("");
      }
      if (isHead) {
        await messages.return?.();
        // The length of an empty string would replace this one.
        return reply.header("content-length", head.size).send(Readable.from([]));
      }
      if (range !== null && head.length === 0) {
        await messages.return?.();
        void reply.header("content-range", `bytes */${head.size}`);
        throw apiError("no_such_range", String(head.size));
      }
      void reply.header("content-length", head.length);
      if (range !== null)
        void reply.code(206).header("content-range", `bytes ${head.from}-${head.from + head.length - 1}/${head.size}`);
      return reply.send(Readable.from(chunksOf(messages), { objectMode: false }));
    }
  };

async function* chunksOf(messages: AsyncIterator<ReadResultsResponse>): AsyncGenerator<Buffer, void, undefined> {
  try {
    for (let next = await messages.next(); next.done !== true; next = await messages.next())
      if (next.value.part?.$case === "piece") yield next.value.part.value;
  } finally {
    await messages.return?.();
  }
}

/** Yields progress messages until the sweep has ended, or the caller may no longer read it. */
async function* progressOf(
  sweeps: Pick<Backends["sweeps"], "getSweep">,
  id: string,
  context: ReturnType<typeof openStream>,
): AsyncGenerator<string, void, undefined> {
  let last = "";
  while (!context.signal.aborted) {
    let data: string;
    let hasEnded: boolean;
    try {
      const sweep = await sweeps.getSweep({ id }, context);
      data = JSON.stringify(progressJson(sweep));
      hasEnded = FINAL_STATUSES.has(sweep.status);
    } catch (error) {
      if (error instanceof RpcError && error.code === status.UNAVAILABLE) {
        await sleep(PROGRESS_MS);
        continue;
      }
      return;
    }
    if (data !== last) yield `event: progress\ndata: ${data}\n\n`;
    last = data;
    if (hasEnded) return;
    await sleep(PROGRESS_MS, undefined, { signal: context.signal }).catch(() => {});
  }
}
