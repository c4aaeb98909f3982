/** The parts of a request that a repetition with the same Idempotency-Key must not change. */
import { IDEMPOTENCY_KEYS } from "@etesian/contracts/limits";
import { isIdempotencyKey } from "@etesian/service-kit";
import { expect, test } from "vitest";
import { scenarioOutcome, gateway, scenario } from "../../gateway.fixture.ts";

interface TestRequest {
  readonly method: "POST" | "PUT";
  readonly url: string;
  readonly payload: string;
  readonly type?: string;
}

const JSON_TYPE = "application/json";
const FORM = "application/x-www-form-urlencoded";
const upload = (content: string, boundary: string, name = "a.esdl"): TestRequest => ({
  method: "PUT",
  url: "/api/v3/scenarios/1/esdl_file",
  type: `multipart/form-data; boundary=${boundary}`,
  payload:
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n` +
    `<esdl:EnergySystem>${content}\r\n--${boundary}--\r\n`,
});
const post = (payload: string): TestRequest => ({ method: "POST", url: "/api/v3/scenarios", payload });
const put = (payload: string, url = "/api/v3/scenarios/1", type = JSON_TYPE): TestRequest => ({
  method: "PUT",
  url,
  payload,
  type,
});

/** The digest that is sent with a change. */
async function digestOf(
  { method, url, payload, type = JSON_TYPE }: TestRequest,
  key: string | null = "0123456789abcdef",
) {
  const digests: unknown[] = [];
  const recordDigest = async (request: object, origin?: { readonly requestDigest?: string | null }) => {
    if (!("preview" in request && request.preview === true)) digests.push(origin?.requestDigest);
    return scenarioOutcome(scenario());
  };
  const app = await gateway({
    scenarios: {
      createScenario: recordDigest,
      updateScenario: recordDigest,
      attachEsdlFile: recordDigest,
      changeCouplings: recordDigest,
    },
    accounts: {},
  });
  const headers = { "content-type": type, ...(key === null ? {} : { "idempotency-key": key }) };
  const response = await app.inject({ method, url, headers, payload });
  expect([response.statusCode, digests.length]).toEqual([expect.toSatisfy((status) => status < 300), 1]);
  return digests[0];
}

const body = '{"scenario":{"title":"A","user_values":{"a":1,"b":2}}}';

test.each([
  ["the same bytes", put(body), put(body)],
  ["fields in another order", put(body), put('{ "scenario": {"user_values":{"b":2,"a":1}, "title":"A"} }')],
  ["another spelling of the path", put(body), put(body, "/api/v3/scenarios/1.json")],
  [
    "a form in another order",
    put("scenario[title]=A&reset=1", undefined, FORM),
    put("reset=1&scenario[title]=A", undefined, FORM),
  ],
  ["an upload with another boundary", upload("x", "edge"), upload("x", "border")],
])("requests with %s have the same digest", async (_, firstRequest, repeatedRequest) => {
  expect(await digestOf(firstRequest)).toMatch(/^[0-9a-f]{64}$/);
  expect(await digestOf(repeatedRequest)).toBe(await digestOf(firstRequest));
});

test.each([
  ["another value", put(body), put(body.replace("1", "3"))],
  ["another type of value", put(body), put(body.replace("1", '"1"'))],
  ["another scenario", put(body), put(body, "/api/v3/scenarios/2")],
  ["another route", put(body), post(body)],
  ["another parameter", put(body), put(body, "/api/v3/scenarios/1?reset=true")],
  ["another file", upload("x", "edge"), upload("y", "edge")],
  ["a file of another name", upload("x", "edge"), upload("x", "edge", "b.esdl")],
])("requests with %s have different digests", async (_, firstRequest, otherRequest) => {
  expect(await digestOf(otherRequest)).not.toBe(await digestOf(firstRequest));
});

test("a request without a key has no digest", async () => {
  expect(await digestOf(put(body), null)).toBeNull();
});

test("a key has the documented length", () => {
  const { minLength, maxLength } = IDEMPOTENCY_KEYS;
  const statuses = [minLength - 1, minLength, maxLength, maxLength + 1].map((length) =>
    isIdempotencyKey("x".repeat(length)),
  );
  expect(statuses).toEqual([false, true, true, false]);
});
