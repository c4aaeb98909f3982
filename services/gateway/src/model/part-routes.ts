/** Model parts for clients that calculate locally: the manifest of an area, and the parts it lists. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { PartHead, ReadPartResponse } from "@etesian/contracts/compute";
import type { FastifyReply } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { isNotModified } from "../http/caching.ts";
import { chunksOf } from "../http/chunks.ts";
import { contextOf, sendJson } from "../http/context.ts";
import { apiError, errorSchema } from "../http/errors.ts";
import { text, version } from "../http/parameters.ts";
import { manifestSchema } from "./schemas.ts";

const DEFAULT_END_YEAR = 2050;
/** A part is identified by its hash and never changes. */
const IMMUTABLE = "public, max-age=31536000, immutable";
const SHA256 = /^[0-9a-f]{64}$/;

const tags = ["Model"];
const part = {
  description: "The part; docs/model-parts.md describes the format",
  content: { "application/vnd.etesian.part": { schema: z.string().meta({ format: "binary" }) } },
};

export const partRoutes =
  ({ compute }: Pick<Backends, "compute">): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      "/model/areas/:area",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "Get the manifest of an area's model parts",
          description:
            "For clients that calculate locally. Parts shared by two areas have the same hash. If the service does not share " +
            "its model, the response is 404, `model_parts_off`.",
          params: z.object({ area: z.string().describe("Key of the area").meta({ example: "nl" }) }),
          querystring: z.object({
            end_year: version("Year of the input facts; default: 2050"),
          }),
          response: { 200: manifestSchema, 404: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const { end_year: endYear = DEFAULT_END_YEAR } = request.query;
        const { area } = request.params;
        const { manifestJson } = await compute.getAreaManifest({ area, endYear }, contextOf(request, reply));
        return sendJson(reply.header("cache-control", "no-cache"), manifestJson);
      },
    );

    app.get(
      "/model/parts/:sha256",
      {
        config: { access: "model" },
        schema: {
          tags,
          summary: "Get a model part by its hash",
          description:
            "A part never changes, so clients may cache it indefinitely. It is compressed with Brotli if a compressed copy exists, otherwise " +
            "with gzip. After a change to the model, the response is 404, `unknown_part`: request the manifest again. With several " +
            "compute processes, a process that has not created the part yet needs the manifest's `area` and `end_year`.",
          params: z.object({
            sha256: z
              .string()
              .describe("SHA-256 of the part, in hexadecimal")
              .meta({ example: "0".repeat(64) }),
          }),
          querystring: z.object({
            area: text("Area of the manifest that lists the part; only needed after a 404"),
            end_year: version("End year of the same manifest"),
          }),
          response: { 200: part, 404: errorSchema },
        },
      },
      async (request, reply) => {
        const { sha256 } = request.params;
        if (!SHA256.test(sha256)) throw apiError("unknown_part", sha256);
        const { area, end_year: endYear = DEFAULT_END_YEAR } = request.query;
        const acceptedEncodings = parseEncodings(request.headers["accept-encoding"]);
        const query = { sha256, acceptsBrotli: acceptedEncodings.has("br"), area, endYear };
        void reply.header("etag", `"${sha256}"`).header("cache-control", IMMUTABLE).header("vary", "accept-encoding");
        // A part is identified by its hash, even after the model has changed.
        if (isNotModified(request, reply)) return reply.send("");
        // There is no deadline, because a reader may be slow.
        const { deadline: _, ...context } = contextOf(request, reply);
        const messages = compute.readPart(query, context)[Symbol.asyncIterator]();
        const { value } = await messages.next();
        const head = (value as ReadPartResponse | undefined)?.part;
        if (head?.$case !== "head") throw new Error("a part started without its head");
        return sendPart(reply, head.value, chunksOf(messages), acceptedEncodings.has(head.value.encoding));
      },
    );
  };

/** Sends the compressed bytes, unless the client cannot decompress them. */
function sendPart(
  reply: FastifyReply,
  { encoding, length }: PartHead,
  content: AsyncIterable<Buffer>,
  isAccepted: boolean,
): FastifyReply {
  void reply.type("application/vnd.etesian.part");
  const chunks = Readable.from(content, { objectMode: false });
  if (!isAccepted) return reply.send(pipeline(chunks, createGunzip(), () => {}));
  return reply.header("content-encoding", encoding).header("content-length", length).send(chunks);
}

/** Encodings that a client accepts with a weight above 0. */
function parseEncodings(header: string | string[] | undefined): ReadonlySet<string> {
  const entries = [header ?? []].flat().join(",").split(",");
  const acceptedNames = entries.flatMap((value) => {
    const [name = "", ...parameters] = value.split(";").map((word) => word.trim().toLowerCase());
    return parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter)) ? [] : [name];
  });
  return new Set(acceptedNames.includes("*") ? [...acceptedNames, "gzip"] : acceptedNames);
}
