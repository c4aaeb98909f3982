import { describe, expect, test } from "vitest";
import { gateway } from "../gateway.fixture.ts";
import { isOwnPage } from "./origins.ts";

const facts = { publicUrl: null, protocol: "http", host: "192.168.1.5:3000", localAddress: "192.168.1.5" };

describe("the server's own page", () => {
  test.each([
    ["a machine's address", facts],
    ["an IPv6 address", { ...facts, host: "[fe80::1]:3000", localAddress: "fe80::1" }],
    ["a machine's name, requested from another machine", { ...facts, host: "workshop.example.org:3000" }],
    ["an address forwarded by a proxy on this machine", { ...facts, localAddress: "127.0.0.1" }],
  ])("the server's own page is at %s", (_where, request) => {
    expect(isOwnPage(`http://${request.host}`, request)).toBe(true);
  });

  test("the server's own page is at the public URL, even behind a proxy on this machine", () => {
    const request = {
      ...facts,
      host: "127.0.0.1:3000",
      localAddress: "127.0.0.1",
      publicUrl: "https://etesian.example.org/",
    };
    expect(isOwnPage("https://etesian.example.org", request)).toBe(true);
  });

  test.each([
    [
      "at an attacker's host name that resolves to this machine",
      { host: "evil.example.org:3000", localAddress: "127.0.0.1" },
    ],
    ["at an attacker's host name over IPv6", { host: "evil.example.org:3000", localAddress: "::ffff:127.0.0.1" }],
    ["on a connection without an address", { host: "evil.example.org:3000", localAddress: undefined }],
    ["on another port", { origin: "http://192.168.1.5:8080" }],
    ["over another protocol", { origin: "https://192.168.1.5:3000" }],
    ["a page of no origin", { origin: "null" }],
  ])("the server's own page is not %s", (_where, overrides) => {
    const request = { ...facts, ...overrides };
    expect(isOwnPage("origin" in overrides ? overrides.origin : `http://${request.host}`, request)).toBe(false);
  });

  test("the server's own page can change scenarios without a token", async () => {
    const app = await gateway({ scenarios: { deleteScenario: async () => ({}) } });
    const change = async (host: string, origin: string) =>
      (await app.inject({ method: "DELETE", url: "/api/v3/scenarios/1", headers: { host, origin } })).statusCode;
    expect(await change("192.168.1.5:3000", "http://192.168.1.5:3000")).toBe(200);
    expect(await change("192.168.1.5:3000", "http://192.168.1.6:3000")).toBe(403);
  });
});
