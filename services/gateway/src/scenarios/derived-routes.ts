/** Scenarios derived from others: interpolated or merged. */
import { REQUESTS, BATCHES } from "@etesian/contracts/limits";
import type { Problem } from "@etesian/contracts/scenarios";
import type { FastifyPluginAsyncZod } from "fastify-type-provider-zod";
import { z } from "zod";
import type { Backends } from "../backends.ts";
import { contextOf } from "../http/context.ts";
import { apiError, customError, errorSchema, rejectedCreation } from "../http/errors.ts";
import { expectations, isObject, listOf, reference, scalar, toId } from "../http/parameters.ts";
import { baseUrl } from "../http/site.ts";
import { scenarioId, scenarioParams } from "./find.ts";
import { scenarioJson } from "./json.ts";
import { scenarioSchema } from "./schemas.ts";

const tags = ["Scenarios"];

/** Limits the number of scenarios per request, because they are looked up and stored one by one. */
function refuseTooMany(...lists: readonly (readonly unknown[])[]): void {
  if (lists.some(({ length }) => length > BATCHES.scenarios)) throw apiError("too_many_ids", String(BATCHES.scenarios));
}

/** Items of a list in a request; values that are not lists are ignored. */
const list = (description: string, items: object, fields: readonly string[] | null = null) =>
  z
    .unknown()
    .transform((value) => listOf(value))
    .meta({ type: "array", items, description })
    .optional()
    .register(expectations, {
      expectedTypeFor(value) {
        const entries = listOf(value);
        if (entries === undefined) return "a list";
        const hasKnownFields = (item: unknown) =>
          isObject(item) && Object.keys(item).every((name) => fields?.includes(name));
        return fields === null || entries.every(hasKnownFields)
          ? null
          : `a list of objects with ${fields.join(" and ")}`;
      },
    });

export const derivedScenarioRoutes =
  ({ scenarios }: Backends): FastifyPluginAsyncZod =>
  async (app) => {
    app.post(
      "/scenarios/:id/interpolate",
      {
        config: { access: "create", returnsVersion: true },
        schema: {
          tags,
          summary: "Create a scenario for a year between this scenario's start year and end year",
          description:
            "Creates a scenario for `end_year`. Values are interpolated linearly between the start and this scenario; inputs without a value use their default.",
          params: scenarioParams,
          body: z
            .object({
              end_year: scalar("A year before the scenario's end year", ["number", "string"]),
              start_scenario_id: reference("Scenario to start from; default: the area's data"),
            })
            .meta({ id: "YearBetween", example: { end_year: 2030 } }),
          response: { 200: scenarioSchema, 400: errorSchema, 404: errorSchema, 422: errorSchema },
        },
      },
      async (request, reply) => {
        const year = parseYear(request.body.end_year?.value?.value);
        if (year === null) throw customError("bad_request", ["Interpolated scenario must have an end year"]);
        const { outcome } = await scenarios.interpolateScenario(
          {
            id: scenarioId(request.params.id),
            endYear: year,
            startId: request.body.start_scenario_id ?? undefined,
            privateByDefault: request.caller.privateScenarios,
          },
          contextOf(request),
        );
        if (outcome?.$case !== "scenario") throw messagesOf(outcome?.value.problems ?? []);
        return reply.header("etag", `"${outcome.value.version}"`).send(scenarioJson(outcome.value, baseUrl(request)));
      },
    );

    app.post(
      "/scenarios/interpolate",
      {
        config: { access: "create" },
        schema: {
          tags,
          summary: "Create scenarios for several years between given scenarios",
          description:
            "Creates a scenario for each of `end_years`, interpolated between the two given scenarios nearest in time. Before the first one, the interpolation starts from the area's data.",
          body: z
            .object({
              scenario_ids: list("Scenarios with the same area and different end years", { type: "integer" }),
              end_years: list("Years before the last end year", { type: "integer" }),
            })
            .meta({ id: "YearsBetween", example: { scenario_ids: [1, 2], end_years: [2030, 2045] } }),
          response: { 200: z.array(scenarioSchema), 400: errorSchema, 404: errorSchema, 422: errorSchema },
        },
      },
      async (request) => {
        const { scenario_ids: ids = [], end_years: years = [] } = request.body;
        if (ids.length === 0) throw apiError("missing_parameter", "scenario_ids");
        if (years.length === 0) throw apiError("missing_parameter", "end_years");
        refuseTooMany(ids, years);
        const { outcome } = await scenarios.interpolateScenarios(
          {
            ids: ids.map((id) => toId(id) ?? 0),
            endYears: years.map((year) => parseYear(year) ?? 0),
            privateByDefault: request.caller.privateScenarios,
          },
          contextOf(request),
        );
        if (outcome?.$case !== "scenarios") throw rejectedCreation(outcome?.value.problems ?? []);
        return outcome.value.scenarios.map((scenario) => scenarioJson(scenario, baseUrl(request)));
      },
    );

    app.post(
      "/scenarios/merge",
      {
        config: { access: "create", returnsVersion: true },
        schema: {
          tags,
          summary: "Create the weighted mean of scenarios with the same area and end year",
          description:
            "Creates a scenario that belongs to the caller. Curves and orders come from the first scenario; `warnings` lists parts that were not averaged.",
          body: z
            .object({
              scenarios: list(
                "A missing weight is the mean of the others",
                { type: "object", properties: { scenario_id: { type: "integer" }, weight: { type: "number" } } },
                ["scenario_id", "weight"],
              ),
            })
            .meta({
              id: "WeightedScenarios",
              example: { scenarios: [{ scenario_id: 1, weight: 2 }, { scenario_id: 3 }] },
            }),
          response: {
            200: scenarioSchema.extend({ warnings: z.array(z.string()).describe("Parts that were not averaged") }),
            400: errorSchema,
            404: errorSchema,
            422: errorSchema,
          },
        },
      },
      async (request, reply) => {
        const parts = (request.body.scenarios ?? []).map((part) => {
          const { scenario_id: id, weight } = isObject(part) ? part : {};
          return { id: toId(id) ?? 0, weight: weight === undefined ? undefined : parseWeight(weight) };
        });
        refuseTooMany(parts);
        const [first, ...others] = parts;
        if (first === undefined) throw customError("bad_request", { base: ["You must provide at least one scenario"] });
        const privateByDefault = request.caller.privateScenarios;
        const { outcome } =
          others.length === 0
            ? await scenarios.createScenario(
                {
                  parentId: first.id,
                  areaCode: undefined,
                  endYear: undefined,
                  userValues: {},
                  scale: undefined,
                  descale: false,
                  privateByDefault,
                },
                contextOf(request),
              )
            : await scenarios.mergeScenarios({ scenarios: parts, privateByDefault }, contextOf(request));
        if (outcome?.$case !== "scenario") throw rejectedCreation(outcome?.value.problems ?? []);
        const warnings = others.length === 0 ? [] : [`Curves and orders are taken from scenario ${first.id}`];
        return reply
          .header("etag", `"${outcome.value.version}"`)
          .send({ ...scenarioJson(outcome.value, baseUrl(request)), warnings });
      },
    );
  };

const messagesOf = (problems: readonly Problem[]) =>
  customError(
    "invalid",
    problems.map(({ message }) => message),
  );

const abbreviate = (value: unknown): string => JSON.stringify(value).slice(0, 100);

/** Parses a year; null if absent, and 0 for a number beyond the services' range. */
function parseYear(value: unknown): number | null {
  if (value === undefined || value === null || value === "") return null;
  const year =
    typeof value === "number" || (typeof value === "string" && value.length <= REQUESTS.numberLength)
      ? Number(value)
      : Number.NaN;
  if (!Number.isInteger(year)) throw customError("invalid", [`end year ${abbreviate(value)} must be an integer`]);
  return Math.abs(year) <= REQUESTS.id ? year : 0;
}

/** Parses a weight. @throws ApiError for an invalid value. */
function parseWeight(value: unknown): number {
  const hasValue = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  const weight = hasValue && String(value).length <= REQUESTS.numberLength ? Number(value) : Number.NaN;
  if (weight >= 0 && weight < Number.POSITIVE_INFINITY) return weight;
  throw customError("invalid", { base: [`weight ${abbreviate(value)} must be a number, at least 0`] });
}
