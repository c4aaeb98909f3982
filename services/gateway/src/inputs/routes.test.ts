import type { Input } from "@etesian/contracts/compute";
import type { ListInputsRequest } from "@etesian/contracts/scenarios";
import { RpcError, status } from "@etesian/service-kit";
import { describe, expect, test } from "vitest";
import { gateway, number, text } from "../gateway.fixture.ts";

describe("inputs", () => {
  const input = (changes: Partial<Input> = {}): Input => ({
    key: "share",
    unit: "%",
    min: 0,
    max: 100,
    minText: "0.0",
    maxText: "100.0",
    default: number(50),
    step: 0.1,
    scalesWithArea: false,
    permittedValues: [],
    disabled: false,
    cacheError: undefined,
    shareGroup: "group",
    disabledBy: [],
    disabledByCouplings: [],
    couplingGroups: [],
    ...changes,
  });
  const requestInputs = async (path: string) => {
    const requests: ListInputsRequest[] = [];
    const app = await gateway({
      scenarios: {
        listInputs: async (request) => {
          requests.push(request);
          const coupled = input({ key: "coupled", couplingGroups: ["chp"], shareGroup: undefined });
          const weather = input({
            key: "weather",
            unit: "enum",
            min: undefined,
            max: undefined,
            step: undefined,
            permittedValues: ["default", "1987"],
            shareGroup: undefined,
          });
          const states = [
            { input: input(), default: number(40), user: number(20), disabled: false, couplingDisabled: undefined },
            { input: coupled, default: number(0), user: undefined, disabled: true, couplingDisabled: true },
            { input: weather, default: text("default"), user: undefined, disabled: false, couplingDisabled: undefined },
          ];
          return { inputs: states.filter((s) => request.keys.length === 0 || request.keys.includes(s.input.key)) };
        },
      },
    });
    const response = await app.inject(`/api/v3/scenarios/1/inputs${path}`);
    return { response, body: path.startsWith(".") ? null : response.json(), request: requests[0] };
  };

  test("inputs are available as a table, with numbers and options in separate columns", async () => {
    const { response } = await requestInputs(".csv");
    expect(response.headers["content-disposition"]).toBe('attachment; filename="inputs.1.csv"');
    expect(response.body.split("\n")).toEqual([
      "key,unit,min,max,default,user,default_option,user_option,disabled,share_group,description",
      expect.stringMatching(/^share,%,0\.0,100\.0,40\.0,20\.0,,,false,group,/),
      expect.stringMatching(/^coupled,%,0\.0,100\.0,0\.0,,,,true,,/),
      expect.stringMatching(/^weather,enum,,,,,default,,false,,/),
      "",
    ]);
    expect((await requestInputs(".parquet")).response.rawPayload.subarray(0, 4).toString()).toBe("PAR1");
  });

  test("inputs of a scenario whose area is no longer served get 410", async () => {
    const message = "Scenario uses an unsupported area code and is no longer available: nl";
    const listInputs = () => Promise.reject(new RpcError(status.FAILED_PRECONDITION, message, { reason: "area_gone" }));
    const response = await (await gateway({ scenarios: { listInputs } })).inject("/api/v3/scenarios/1/inputs");
    expect([response.statusCode, response.json()]).toEqual([410, { errors: [message] }]);
  });

  test("inputs are listed by key, with the fields that apply", async () => {
    const { body, request } = await requestInputs("");
    expect(request).toEqual({ id: 1, keys: [], originalDefaults: false });
    expect(body).toEqual({
      share: { min: 0, max: 100, default: 40, unit: "%", user: 20, disabled: false, share_group: "group" },
      coupled: {
        min: 0,
        max: 100,
        default: 0,
        unit: "%",
        disabled: true,
        coupling_disabled: true,
        coupling_groups: ["chp"],
      },
      weather: { default: "default", unit: "enum", disabled: false, permitted_values: ["default", "1987"] },
    });
  });

  test.each([
    ["?defaults=original", true],
    ["?defaults=parent", false],
    ["?defaults=nope", true],
    [".json?defaults=original&time=1", true],
  ])("the query %s selects original defaults: %s", async (query, original) => {
    expect((await requestInputs(query)).request?.originalDefaults).toBe(original);
  });

  test("a single input always has the extra fields, and the list has them on request", async () => {
    expect((await requestInputs("?include_extras=true")).body.share).toMatchObject({ step: 0.1, code: "share" });
    expect((await requestInputs("/share")).body).toMatchObject({ step: 0.1, code: "share", user: 20 });
    expect((await requestInputs("/weather")).body).not.toHaveProperty("step");
  });

  test("the extra fields include the author's note, if there is one", async () => {
    const listInputs = async () => ({
      inputs: ["share", "silent"].map((key) => ({
        input: input({ key }),
        default: number(40),
        user: undefined,
        disabled: false,
        couplingDisabled: undefined,
      })),
    });
    const app = await gateway({
      scenarios: { listInputs },
      compute: { listInputDescriptions: async () => ({ descriptions: { share: "Of all dwellings." } }) },
    });
    const extendedInputs = (await app.inject("/api/v3/scenarios/1/inputs?include_extras=true")).json();
    expect(extendedInputs.share).toMatchObject({ code: "share", description: "Of all dwellings." });
    expect(extendedInputs.silent).not.toHaveProperty("description");
    expect((await app.inject("/api/v3/scenarios/1/inputs")).json().share).not.toHaveProperty("description");
  });

  test("inputs have no descriptions if the compute version cannot report them", async () => {
    const listInputDescriptions = () => Promise.reject(new RpcError(status.UNIMPLEMENTED, "unknown method"));
    const listInputs = async () => ({
      inputs: [{ input: input(), default: number(40), user: undefined, disabled: false, couplingDisabled: undefined }],
    });
    const app = await gateway({ scenarios: { listInputs }, compute: { listInputDescriptions } });
    const response = await app.inject("/api/v3/scenarios/1/inputs/share");
    expect([response.statusCode, response.json().code]).toEqual([200, "share"]);
  });

  test("several inputs can be requested together without duplicates", async () => {
    const { body, request } = await requestInputs("/share,weather,share");
    expect(request?.keys).toEqual(["share", "weather"]);
    expect(body.map(({ code }: { code: string }) => code)).toEqual(["share", "weather"]);
  });
});
