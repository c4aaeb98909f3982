import { status } from "@etesian/service-kit";
import { expect, test } from "vitest";
import { rpcErrorOf } from "./compute-service.ts";
import { PoolClosedError } from "./threads/thread-pool.ts";

test("a call to a stopping service gets UNAVAILABLE, which is not logged as a fault", () => {
  expect(rpcErrorOf(new PoolClosedError("the threads were terminated"))).toMatchObject({ code: status.UNAVAILABLE });
});

test("an unexpected error has no specific status", () => {
  expect(rpcErrorOf(new Error("x"))).toBeNull();
});
