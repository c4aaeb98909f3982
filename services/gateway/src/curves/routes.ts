/** Curves that users attach to scenarios: list, upload, download, detach. */
import { FILES } from "@etesian/contracts/limits";
import type { ScenarioCurve } from "@etesian/contracts/scenarios";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { entityTag, isNotModified } from "../http/caching.ts";
import { contextOf } from "../http/context.ts";
import { apiError, uploadErrorSchema, customError, errorSchema, uploadError } from "../http/errors.ts";
import { flag } from "../http/parameters.ts";
import { acceptUploads, readUpload } from "../http/requests/uploads.ts";
import { atVersion, checkMayChange, scenarioId, scenarioParams as params } from "../scenarios/find.ts";
import { curveJson } from "./json.ts";
import { curveSchema, curvesSchema, uploadBody, uploadedSchema } from "./schemas.ts";
import { sourceOf } from "./source.ts";

const CURVES = "/scenarios/:id/custom_curves";
const keyParams = params.extend({
  curve_key: z
    .string()
    .meta({ example: "weather/wind_inland_baseline" })
    .describe("Such as `weather/wind_offshore_baseline`; the slash may be encoded as %2F"),
});
const curveOrNumbers = {
  description: "The curve as JSON, or its values as CSV, one per line",
  content: { "application/json": { schema: curveSchema }, "text/csv": { schema: z.string() } },
};
const UPLOAD = {
  bytes: FILES.curveBytes,
  tooLarge: `Curve should not be larger than ${FILES.curveBytes / 1024 ** 2}MB`,
};
const tags = ["Custom curves"];
const CSV = ".csv";

/** Keys with an unencoded slash. */
const setKeyParams = keyParams.extend({ set: z.string() });

interface KeyRequest {
  readonly Params: KeyParams;
  readonly Querystring: { readonly at?: number | undefined };
}

type KeyParams = z.infer<typeof keyParams> & { readonly set?: string };

export const curveRoutes =
  ({ scenarios, curves }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptUploads(app);

    app.get(
      CURVES,
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "List the curves attached to a scenario",
          description:
            "Returns each curve's file and the statistics of its values. Query parameters add curves that a file could replace.",
          params,
          querystring: z.object({
            ...atVersion,
            include_unattached: flag("Include curves that could be attached"),
            include_internal: flag("Include internal curves"),
          }),
          response: { 200: curvesSchema, 404: errorSchema },
        },
      },
      async (request) => {
        const { at, include_unattached: unattached = false, include_internal: internal = false } = request.query;
        const { curves } = await scenarios.listCurves({ id: scenarioId(request.params.id), at }, contextOf(request));
        return curves
          .filter(({ curve, file }) => (unattached || file !== undefined) && (internal || curve?.internal !== true))
          .map(curveJson);
      },
    );

    /** The attached curve with this key; throws 422 for an unknown key, 404 if no file is attached. */
    async function findAttached(request: FastifyRequest<KeyRequest>, key: string): Promise<ScenarioCurve> {
      const { params, query } = request;
      const listRequest = { id: scenarioId(params.id), at: query.at };
      const { curves } = await scenarios.listCurves(listRequest, contextOf(request));
      const scenarioCurve = curves.find(({ curve }) => curve?.key === key);
      if (scenarioCurve === undefined)
        throw customError("unknown_curve", [`No such custom curve: ${JSON.stringify(key)}`]);
      if (scenarioCurve.file === undefined) throw apiError("not_attached");
      return scenarioCurve;
    }

    // A key may contain a slash.
    for (const url of [`${CURVES}/:curve_key`, `${CURVES}/:set/:curve_key`]) {
      const hide = url.includes(":set");
      const params = hide ? setKeyParams : keyParams;
      app.get(
        url,
        {
          config: { access: "read" },
          schema: {
            hide,
            tags,
            summary: "Get an attached curve",
            description:
              "JSON describes the curve. With the `.csv` suffix or `Accept: text/csv`, the response has its 8,760 values, one per line.",
            params,
            querystring: z.object(atVersion),
            response: { 200: curveOrNumbers, 404: errorSchema, 422: errorSchema },
          },
        },
        async (request, reply) => {
          const key = keyOf(request.params);
          const isCsv = key.endsWith(CSV);
          const scenarioCurve = await findAttached(request, isCsv ? key.slice(0, -CSV.length) : key);
          if (!isCsv && !/\btext\/csv\b/.test(request.headers.accept ?? "")) return curveJson(scenarioCurve);
          const { type, hash } = scenarioCurve.file!;
          void reply.header("etag", entityTag(type, hash));
          if (isNotModified(request, reply)) return reply.send("");
          const { fileName, text } = await curves.downloadCurve(
            { scenario: scenarioId(request.params.id), number: scenarioCurve.file!.number },
            contextOf(request),
          );
          return sendCsv(reply, fileName, text);
        },
      );

      app.route({
        method: ["PUT", "PATCH"],
        url,
        config: { access: "update" },
        schema: {
          hide,
          tags,
          summary: "Attach a curve from a file",
          description:
            "While it is attached, the inputs it overrides cannot be set, and the inputs it sets have its values. Prices are " +
            "rounded to cents, shares of a capacity are limited to 0 to 1, and availabilities must be between 0 and 1.",
          consumes: ["multipart/form-data"],
          params,
          body: uploadBody,
          response: { 200: uploadedSchema, 400: errorSchema, 404: errorSchema, 422: uploadErrorSchema },
        },
        handler: async (request) => {
          const id = scenarioId(request.params.id);
          // A caller without the right to change the scenario is refused before the body is read.
          await checkMayChange(scenarios, id, contextOf(request));
          const { name: fileName, content, fields } = await readUpload(request, UPLOAD);
          const { outcome, warnings } = await scenarios.attachCurve(
            { id, key: keyOf(request.params), fileName, content, source: sourceOf(fields) },
            contextOf(request),
          );
          if (outcome?.$case !== "curve")
            throw uploadError((outcome?.value.problems ?? []).map(({ code, message }) => [code, message]));
          return { ...curveJson(outcome.value), warnings };
        },
      });

      app.delete(
        url,
        {
          config: { access: "update" },
          schema: {
            hide,
            tags,
            summary: "Detach a curve",
            description: "The model's curve is used again, and the inputs that the file set lose their values.",
            params,
            response: { 204: z.undefined(), 404: errorSchema, 422: errorSchema },
          },
        },
        async (request, reply) => {
          await scenarios.detachCurve(
            { id: scenarioId(request.params.id), key: keyOf(request.params) },
            contextOf(request),
          );
          return reply.code(204).send();
        },
      );
    }
  };

const keyOf = ({ set, curve_key: key }: KeyParams): string => (set === undefined ? key : `${set}/${key}`);

const sendCsv = (reply: FastifyReply, fileName: string, text: string): FastifyReply =>
  reply
    .type("text/csv; charset=utf-8")
    .header("content-disposition", attachment(fileName))
    .serializer(String)
    .send(text);

/** Content-Disposition header with the uploaded file's name, plus an ASCII fallback for old clients. */
function attachment(fileName: string): string {
  const name = fileName.toLowerCase().endsWith(CSV) ? fileName : `${fileName}${CSV}`;
  const asciiName = name.replaceAll(/[^\w.() -]/g, "_");
  const encodedName = encodeURIComponent(name.toWellFormed()).replaceAll("'", "%27");
  return `attachment; filename="${asciiName}"; filename*=UTF-8''${encodedName}`;
}
