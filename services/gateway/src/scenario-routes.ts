/** Scenarios: create, read, update with queries, delete. */
import { KeyedQueue, QueueFullError } from "@etesian/collections";
import type { QueryResult, Scalar } from "@etesian/contracts/compute";
import type { Scale, Scenario, UpdateScenarioRequest } from "@etesian/contracts/scenarios";
import { type CallOrigin, RpcError, status } from "@etesian/service-kit";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import { type Backends, query } from "./backends.ts";
import { apiError, rejectedCreation, rejectedUpdate } from "./errors.ts";
import { baseUrl, contextOf, sendJson } from "./exchange.ts";
import {
  count,
  flag,
  isObject,
  object,
  onOff,
  reference,
  scalar,
  text,
  texts,
  toId,
  toScalar,
  unlessFalse,
} from "./parameters.ts";
import { scenarioJson } from "./scenario-json.ts";
import { creationErrorSchema, errorSchema, listSchema, scenarioSchema, updateSchema } from "./schemas.ts";

/** How often an update with queries starts over when others change the scenario in between. */
const UPDATE_ATTEMPTS = 10;
/** Updates with queries that may wait for others of the same scenario. */
const LONGEST_LINE = 16;
const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;

const common = {
  user_values: object("Inputs to set: a number, the text of an enum input, or `reset`", { co2_price: 0.1 }),
  metadata: object("Any JSON object up to 64 KB; replaces the present one", { title: "My scenario" }),
  title: text("Kept as `title` of the metadata"),
  source: z
    .unknown()
    .transform((value) => (value === null || typeof value === "string" ? value : undefined))
    .meta({ type: ["string", "null"], description: "Application that created the scenario" })
    .optional(),
  private: flag("Only the owner may see it"),
  keep_compatible: flag("Migrate the scenario when the model changes"),
  read_only: flag("Refuse all later changes; cannot be undone"),
};

const creationBody = z.object({
  scenario: z.object({
    ...common,
    area_code: scalar("Key of an area; default: the model's", "string"),
    end_year: scalar("A year after the start year of the area; default: 2050", ["number", "string"]),
    scenario_id: reference("Scenario to clone; its area, end year and values are taken over"),
    preset_scenario_id: reference("The same as `scenario_id`"),
    scale: object("Scales the area down to a smaller region", {
      area_attribute: "number_of_inhabitants",
      value: 100_000,
    }),
    descale: flag("Clone of a scaled scenario: back to full size"),
  }),
});

const updateBody = z.object({
  scenario: z.object({ ...common, preset_scenario_id: reference("Changes `template`; null breaks the link") }),
  gqueries: texts("Queries to answer after the update"),
  reset: onOff("Forget all values first"),
  autobalance: unlessFalse("Let untouched inputs of share groups give way; on by default"),
});
type Update = z.infer<typeof updateBody>;

const scenarioParams = z.object({ id: z.string().meta({ type: "integer" }) });

export const scenarioRoutes =
  (backends: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    const { scenarios } = backends;
    const line = new KeyedQueue<number>(LONGEST_LINE);

    app.post(
      "/scenarios",
      {
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Create a scenario, blank or as a clone",
          description: "The fields may also stand at the top of the body. Without a body: the default area, 2050.",
          body: creationBody,
          response: { 200: scenarioSchema, 422: creationErrorSchema },
        },
      },
      async (request, reply) => {
        const { scenario: fields } = request.body;
        const parent = fields.scenario_id ?? fields.preset_scenario_id;
        const { outcome } = await scenarios.createScenario(
          {
            areaCode: fields.area_code,
            endYear: fields.end_year,
            source: fields.source ?? undefined,
            title: fields.title,
            private: fields.private,
            keepCompatible: fields.keep_compatible,
            readOnly: fields.read_only,
            userValues: inputChanges(unwrapped(fields.user_values)),
            metadataJson: fields.metadata && JSON.stringify(fields.metadata),
            parentId: parent ?? undefined,
            scale: fields.scale && toScale(fields.scale),
            descale: fields.descale ?? false,
          },
          contextOf(request),
        );
        if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
        return sendScenario(request, reply, outcome.value);
      },
    );

    app.get(
      "/scenarios",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "The caller's scenarios, newest first",
          querystring: z.object({
            page: count("From 1"),
            limit: count(`1 to ${MAX_LIMIT}; default ${DEFAULT_LIMIT}`),
          }),
          response: { 200: listSchema, 403: errorSchema },
        },
      },
      async (request) => {
        const page = Math.max(1, request.query.page ?? 1);
        const limit = Math.min(Math.max(1, request.query.limit ?? DEFAULT_LIMIT), MAX_LIMIT);
        const { scenarios: rows, total } = await scenarios.listScenarios({ page, limit }, contextOf(request));
        const pages = Math.ceil(total / limit);
        const base = baseUrl(request);
        const link = (to: number) => `${base}/api/v3/scenarios?limit=${limit}&page=${to}`;
        return {
          links: {
            first: link(1),
            prev: page > 1 ? link(page - 1) : null,
            next: page < pages ? link(page + 1) : null,
            last: link(pages),
          },
          meta: { limit, count: rows.length, total, current_page: page, total_pages: pages },
          data: rows.map((row) => {
            const { user_values: _u, balanced_values: _b, metadata: _m, ...listed } = scenarioJson(row, base);
            return listed;
          }),
        };
      },
    );

    app.get(
      "/scenarios/:id",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "One scenario",
          params: scenarioParams,
          response: { 200: scenarioSchema, 404: errorSchema },
        },
      },
      async (request, reply) => sendScenario(request, reply, await findScenario(backends, request, request.params.id)),
    );

    for (const method of ["PUT", "PATCH"] as const) {
      app.route({
        method,
        url: "/scenarios/:id",
        preValidation: wrapScenario,
        schema: {
          tags: ["Scenarios"],
          summary: "Change a scenario, ask queries, or both",
          description:
            "All or nothing: when an input, a share group or a query is refused, nothing is changed. `If-Match` with " +
            "the `ETag` of an earlier answer refuses (412) when somebody else changed the scenario since.",
          params: scenarioParams,
          body: updateBody,
          response: { 200: updateSchema, 404: errorSchema, 412: errorSchema, 422: errorSchema },
        },
        handler: async (request, reply) => {
          const id = scenarioId(request.params.id);
          const expected = expectedVersion(request);
          const update = toUpdate(id, request.body, expected);
          const keys = request.body.gqueries ?? [];
          const context = contextOf(request, reply);
          const { scenario, results } =
            update === null
              ? await readAndQuery(backends, id, expected, keys, context)
              : keys.length === 0
                ? { scenario: await apply(backends, update, context), results: [] }
                : await inLine(line, id, context, () => updateAndQuery(backends, update, keys, context));
          void reply.header("etag", `"${scenario.version}"`);
          // The results are JSON texts already.
          const gqueries = results.map(
            ({ key, presentJson, futureJson, unit }) =>
              `${JSON.stringify(key)}:{"present":${presentJson},"future":${futureJson},"unit":${JSON.stringify(unit ?? null)}}`,
          );
          const json = JSON.stringify(scenarioJson(scenario, baseUrl(request)));
          return sendJson(reply, `{"scenario":${json},"gqueries":{${gqueries.join(",")}}}`);
        },
      });
    }

    app.delete(
      "/scenarios/:id",
      {
        schema: {
          tags: ["Scenarios"],
          summary: "Delete one of the caller's scenarios",
          params: scenarioParams,
          response: { 200: z.undefined(), 403: errorSchema, 404: errorSchema },
        },
      },
      async (request, reply) => {
        await scenarios.deleteScenario({ id: scenarioId(request.params.id) }, contextOf(request));
        return reply.code(200).send();
      },
    );
  };

/** The scenario with an id as written in a path; raises 404. */
export async function findScenario({ scenarios }: Backends, request: FastifyRequest, id: string): Promise<Scenario> {
  return scenarios.getScenario({ id: scenarioId(id) }, contextOf(request));
}

export function scenarioId(written: string): number {
  const id = toId(written);
  if (id === null) throw apiError("no_scenario", written);
  return id;
}

async function readAndQuery(
  backends: Backends,
  id: number,
  expectedVersion: number | undefined,
  keys: readonly string[],
  context: CallOrigin,
) {
  const scenario = await backends.scenarios.getScenario({ id }, context);
  if (expectedVersion !== undefined && expectedVersion !== scenario.version) throw apiError("version_conflict");
  return { scenario, results: keys.length === 0 ? [] : await query(backends, scenario, keys, context) };
}

async function apply({ scenarios }: Backends, update: UpdateScenarioRequest, context: CallOrigin): Promise<Scenario> {
  const { outcome } = await scenarios.updateScenario(update, context);
  if (outcome?.$case !== "scenario") throw rejectedUpdate(outcome?.value.problems ?? []);
  return outcome.value;
}

/**
 * Updates with queries of one scenario run in turn instead of retrying against each other; changes without queries pass
 * by. Who has gone leaves the line, and more than may wait are refused.
 */
async function inLine<T>(
  line: KeyedQueue<number>,
  id: number,
  { signal }: CallOrigin,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await line.run(id, work, signal);
  } catch (error) {
    throw error instanceof QueueFullError ? apiError("contended", "", 1) : error;
  }
}

/**
 * Changes a scenario and answers queries on the changed one, all or nothing: the change is decided, the queries are
 * answered on what it would lead to, and only then is it kept, provided that the scenario is still the same.
 */
async function updateAndQuery(
  backends: Backends,
  update: UpdateScenarioRequest,
  keys: readonly string[],
  context: CallOrigin,
): Promise<{ readonly scenario: Scenario; readonly results: readonly QueryResult[] }> {
  for (let attempt = 1; attempt <= UPDATE_ATTEMPTS; attempt++) {
    const preview = await apply(backends, { ...update, preview: true }, context);
    const results = await query(backends, preview, keys, context);
    try {
      return { scenario: await apply(backends, { ...update, expectedVersion: preview.version }, context), results };
    } catch (error) {
      const overtaken = error instanceof RpcError && error.code === status.ABORTED;
      if (!overtaken || update.expectedVersion !== undefined) throw error;
    }
  }
  throw apiError("contended", "", 1);
}

/** Before validation: fields at the top of the body count as the scenario's. */
async function wrapScenario(request: FastifyRequest): Promise<void> {
  const body = request.body as Readonly<Record<string, unknown>>;
  const { scenario = body } = body;
  if (scenario !== null && !isObject(scenario)) throw apiError("missing_parameter", "scenario");
  request.body = { ...body, scenario: scenario ?? {} };
}

/** The change a body asks for; null when it asks for none. */
function toUpdate(id: number, body: Update, expectedVersion: number | undefined): UpdateScenarioRequest | null {
  const { scenario: fields, reset = false, autobalance = true } = body;
  if (reset === null) throw apiError("not_boolean", "reset");
  if (!reset && Object.values(fields).every((field) => field === undefined)) return null;
  return {
    id,
    userValues: inputChanges(fields.user_values),
    reset,
    autobalance,
    metadataJson: fields.metadata && JSON.stringify(fields.metadata),
    title: fields.title,
    private: fields.private,
    keepCompatible: fields.keep_compatible,
    readOnly: fields.read_only,
    source: fields.source === undefined ? undefined : { value: fields.source ?? undefined },
    template: fields.preset_scenario_id === undefined ? undefined : { id: fields.preset_scenario_id ?? undefined },
    expectedVersion,
    preview: false,
  };
}

const inputChanges = (values: Readonly<Record<string, unknown>> = {}): { [input: string]: Scalar } =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, toScalar(value)]));

/** Some old clients wrap the values twice. */
const unwrapped = (values: Readonly<Record<string, unknown>> | undefined) =>
  isObject(values?.["user_values"]) ? values["user_values"] : values;

function toScale(fields: Readonly<Record<string, unknown>>): Scale {
  if (Object.keys(fields).length === 0) throw apiError("missing_parameter", "scale");
  const { has_agriculture, has_industry, has_energy } = sectors.parse(fields);
  return {
    areaAttribute: toScalar(fields["area_attribute"]),
    value: toScalar(fields["value"]),
    hasAgriculture: has_agriculture,
    hasIndustry: has_industry,
    hasEnergy: has_energy,
  };
}

const sectors = z.object({ has_agriculture: flag(""), has_industry: flag(""), has_energy: flag("") });

/** The version a client saw last, from its If-Match header. */
function expectedVersion(request: FastifyRequest): number | undefined {
  const written = request.headers["if-match"];
  if (written === undefined || written === "*") return undefined;
  const version = /^(?:W\/)?"?([0-9]{1,9})"?$/.exec(written)?.[1];
  if (version === undefined) throw apiError("bad_version", written);
  return Number(version);
}

function sendScenario(request: FastifyRequest, reply: FastifyReply, scenario: Scenario) {
  return reply.header("etag", `"${scenario.version}"`).send(scenarioJson(scenario, baseUrl(request)));
}
