import { expect, test } from "vitest";
import { originFromHeaders, requireServiceCaller } from "./call.ts";
import { headerOf, toMetadata } from "./metadata.ts";

test.each([
  { actor: "user:7", scopes: ["scenarios:read", "scenarios:write"], admin: false },
  { actor: "user:7", scopes: ["scenarios:read"], admin: true },
  // A token without scopes differs from no token.
  { actor: "user:7", scopes: [], admin: false },
  { actor: "user:7", scopes: null, admin: false },
  { actor: "anonymous", scopes: null, admin: false },
  { actor: "user:7", idempotencyKey: "0123456789abcdef", requestDigest: "0123456789abcdef".repeat(4) },
] as const)("a call carries the caller and their rights: %j", (caller) => {
  expect(originFromHeaders(headerOf(toMetadata(caller, "secret")))).toMatchObject(caller);
});

test.each(["anonymous", "user:7"] as const)("a call reserved for services is refused for %s", (actor) => {
  expect(() => requireServiceCaller({ actor })).toThrow("Only services may call this");
  expect(() => requireServiceCaller({ actor: "service:batch" })).not.toThrow();
});
