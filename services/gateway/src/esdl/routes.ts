/** ESDL files, which describe energy systems, stored unchanged with scenarios. */
import { FILES } from "@etesian/contracts/limits";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { errorSchema, rejectedUpdate, uploadError, uploadErrorSchema } from "../http/errors.ts";
import { flag } from "../http/parameters.ts";
import { acceptUploads, readUpload } from "../http/requests/uploads.ts";
import { atVersion, checkMayChange, scenarioId, scenarioParams as params } from "../scenarios/find.ts";

const tags = ["ESDL"];

const UPLOAD = {
  bytes: FILES.esdlBytes,
  tooLarge: `ESDL file should not be larger than ${FILES.esdlBytes / 1024 ** 2}MB`,
};
/** Number of bytes searched for the ESDL root element. */
const SEARCHED_BYTES = 1024;

export const esdlRoutes =
  ({ scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    await acceptUploads(app);

    app.get(
      "/scenarios/:id/esdl_file",
      {
        config: { access: "read" },
        schema: {
          tags,
          summary: "Get the ESDL file of a scenario",
          description:
            "Returns its name and upload time, and, with `download`, its content. The object is empty if the scenario has no file.",
          params,
          querystring: z.object({ ...atVersion, download: flag("Include its content") }),
          response: {
            200: z.object({
              filename: z.string().optional(),
              created_at: z.iso.datetime().optional(),
              file: z.string().describe("The content, when `download` is true").optional(),
            }),
            404: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const { at, download } = request.query;
        const { file, content } = await scenarios.getEsdlFile(
          { id: scenarioId(request.params.id), at },
          contextOf(request, reply),
        );
        if (file?.attachedAt === undefined) return {};
        const facts = { filename: file.name, created_at: file.attachedAt.toISOString() };
        return download === true ? { ...facts, file: content.toString() } : facts;
      },
    );

    app.put(
      "/scenarios/:id/esdl_file",
      {
        config: { access: "update", returnsVersion: true },
        schema: {
          tags,
          summary: "Store an ESDL file with a scenario",
          description: "At most 5 MB. Clones get a copy. The file is stored unchanged; nothing is calculated from it.",
          params,
          consumes: ["multipart/form-data"],
          body: z
            .object({ file: z.unknown().meta({ type: "string", format: "binary" }).optional() })
            .meta({ id: "EsdlUpload", example: { file: '<?xml version="1.0"?>\n<esdl:EnergySystem/>' } }),
          response: { 202: z.object({}), 400: errorSchema, 404: errorSchema, 422: uploadErrorSchema },
        },
      },
      async (request, reply) => {
        const id = scenarioId(request.params.id);
        await checkMayChange(scenarios, id, contextOf(request, reply));
        const { name, content } = await readUpload(request, UPLOAD);
        if (!content.toString("utf8", 0, SEARCHED_BYTES).includes("<esdl:EnergySystem")) {
          throw uploadError([["not_esdl", "This file does not contain ESDL"]]);
        }
        const { outcome } = await scenarios.attachEsdlFile({ id, name, content }, contextOf(request));
        if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
        return reply.code(202).header("etag", `"${outcome.value.version}"`).send({});
      },
    );
  };
