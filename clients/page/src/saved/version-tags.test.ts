import { connect } from "@etesian/client";
import { afterEach, expect, it, vi } from "vitest";
import { readTags, writeTag } from "./version-tags.ts";

afterEach(() => vi.unstubAllGlobals());

/** A fake API whose scenario has this description; records changes to it. */
function fakeApi(description: string | undefined) {
  const changes: (readonly [method: string, body: unknown])[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    const tag = { last_updated_at: "2026-01-01T00:00:00.000Z", description };
    if (request.method !== "GET") changes.push([request.method, await request.json()]);
    return Response.json(pathname.endsWith("/versions") ? { 1: tag, 2: { ...tag, description: "" } } : tag);
  });
  return { api: connect({ url: "http://etesian.test" }), changes };
}

it("a first description is created, and later ones replace it", async () => {
  const firstApi = fakeApi(undefined);
  await writeTag(firstApi.api, 1, "As presented");
  expect(firstApi.changes).toEqual([["POST", { description: "As presented" }]]);
  const laterApi = fakeApi("");
  await writeTag(laterApi.api, 1, "As adopted");
  expect(laterApi.changes).toEqual([["PUT", { description: "As adopted" }]]);
});

it("scenarios without a description are omitted", async () => {
  expect(await readTags(fakeApi("As presented").api, [1, 2])).toEqual(new Map([[1, "As presented"]]));
});
