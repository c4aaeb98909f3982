import { describe, expect, test } from "vitest";
import { scenarioOutcome, gateway, scenario } from "../gateway.fixture.ts";

const attachedAt = new Date("2026-01-02T03:04:05.678Z");
const url = "/api/v3/scenarios/1/esdl_file";
const ESDL = '<?xml version="1.0"?>\n<esdl:EnergySystem name="town"/>';

/** A form with one file, encoded as browsers do. */
function form(content: string, { field = "file", name = "town.esdl" }: { field?: string; name?: string | null } = {}) {
  const disposition = `form-data; name="${field}"${name === null ? "" : `; filename="${name}"`}`;
  return {
    headers: { "content-type": "multipart/form-data; boundary=edge" },
    payload: `--edge\r\nContent-Disposition: ${disposition}\r\n\r\n${content}\r\n--edge--\r\n`,
  };
}

describe("an ESDL file", () => {
  test("an ESDL file is described, with its content on request", async () => {
    const requests: unknown[] = [];
    const app = await gateway({
      scenarios: {
        getEsdlFile: async (request) => {
          requests.push(request);
          return { file: { name: "town.esdl", attachedAt }, content: Buffer.from(ESDL) };
        },
      },
    });
    const facts = { filename: "town.esdl", created_at: attachedAt.toISOString() };
    expect((await app.inject(url)).json()).toEqual(facts);
    expect((await app.inject(`${url}?download=true&at=2`)).json()).toEqual({ ...facts, file: ESDL });
    expect(requests).toEqual([
      { id: 1, at: undefined },
      { id: 1, at: 2 },
    ]);
  });

  test("the response for a scenario without an ESDL file is an empty object", async () => {
    const app = await gateway({
      scenarios: { getEsdlFile: async () => ({ file: undefined, content: Buffer.alloc(0) }) },
    });
    expect((await app.inject(url)).json()).toEqual({});
  });

  async function upload(request: object) {
    const storedFiles: { id: number; name: string; content: string }[] = [];
    const app = await gateway({
      scenarios: {
        updateScenario: async () => scenarioOutcome(scenario()),
        attachEsdlFile: async ({ id, name, content }) => {
          storedFiles.push({ id, name, content: content.toString() });
          return scenarioOutcome(scenario({ version: 4 }));
        },
      },
    });
    const response = await app.inject({ method: "PUT", url, ...request });
    return { status: response.statusCode, body: response.json<unknown>(), storedFiles };
  }

  test("an ESDL file is stored unchanged", async () => {
    expect(await upload(form(ESDL))).toEqual({
      status: 202,
      body: {},
      storedFiles: [{ id: 1, name: "town.esdl", content: ESDL }],
    });
  });

  const missingFile = { errors: ["param is missing or the value is empty or invalid: file"] };
  const notMultipart = {
    errors: ['"file" was not a valid multipart/form-data file'],
    error_keys: ["not_multipart_form_data"],
  };
  test.each([
    ["nothing", {}, 400, missingFile],
    ["another field", form(ESDL, { field: "other" }), 400, missingFile],
    ["a string in JSON", { payload: { file: ESDL } }, 422, notMultipart],
    ["a string in a form", form(ESDL, { name: null }), 422, notMultipart],
    [
      "5 MB and a byte",
      form(`<esdl:EnergySystem ${"x".repeat(5 * 1024 * 1024)}`),
      422,
      { errors: ["ESDL file should not be larger than 5MB"], error_keys: ["file_too_large"] },
    ],
    [
      "a malformed form",
      { headers: { "content-type": "multipart/form-data; boundary=edge" }, payload: "'; drop table events; --" },
      400,
      { errors: ["The body does not match its content type"] },
    ],
    [
      "something else",
      form("a,b\n1,2\n"),
      422,
      { errors: ["This file does not contain ESDL"], error_keys: ["not_esdl"] },
    ],
  ])("an ESDL file cannot be %s", async (_, request, status, body) => {
    expect(await upload(request)).toEqual({ status, body, storedFiles: [] });
  });
});
