import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { Aggregates, type Decider } from "./aggregates.ts";
import { eventCodec, type EventOf } from "./codec.ts";
import { Creations } from "./creations.ts";
import { DuplicateEventError, type EventStore } from "../event-store.ts";
import { openEventStore, openReadDatabase } from "../open.ts";
import type { ReadDatabase } from "../projections/read-database.ts";
import { streamsOf } from "../testing/events.ts";

const definitions = { Named: { version: 1, schema: z.object({ name: z.string() }) } } as const;
type NamedEvent = EventOf<typeof definitions>;
type Command = { readonly create: string } | { readonly rename: string };
type Refusal = { readonly reason: "taken" | "unnamed" };

const ship: Decider<string | null, Command, NamedEvent, Refusal> = {
  initial: null,
  decide(command, name) {
    if ("create" in command && name !== null) return { refusal: { reason: "taken" } };
    const requestedName = "create" in command ? command.create : command.rename;
    return requestedName === ""
      ? { refusal: { reason: "unnamed" } }
      : { events: [{ type: "Named", data: { name: requestedName } }] };
  },
  evolve: (_, { data }) => data.name,
};

const cause = (idempotencyKey: string | null = null) => ({ actor: "user:1", correlationId: "r", idempotencyKey });

let store: EventStore;
let sequences: ReadDatabase;
let ships: Aggregates<string | null, Command, NamedEvent, Refusal>;
let creations: Creations<string | null, Command, NamedEvent, Refusal>;
beforeEach(async () => {
  store = await openEventStore("sqlite::memory:");
  sequences = await openReadDatabase("sqlite::memory:");
  ships = new Aggregates({ store, codec: eventCodec(definitions), decider: ship, streamOf: (id) => `ship-${id}` });
  const idOf = (stream: string) => (stream.startsWith("ship-") ? Number(stream.slice(5)) : null);
  creations = new Creations({ aggregates: ships, store, sequences, sequence: "ship", idOf });
});
afterEach(async () => {
  await store.close();
  await sequences.close();
});

test("each creation receives the next number and passes it to its command", async () => {
  const create = () => creations.create(async (id) => ({ create: `Argo ${id}` }), cause());
  expect(await create()).toMatchObject({ id: 1, outcome: { state: "Argo 1", version: 1 } });
  expect(await create()).toMatchObject({ id: 2, outcome: { state: "Argo 2", version: 1 } });
});

test("a number in use is skipped", async () => {
  for (const id of [1, 2]) await ships.handle(id, { create: "Santa Maria" }, cause());
  expect(await creations.create(() => ({ create: "Pinta" }), cause())).toMatchObject({ id: 3 });
  expect(await ships.load(1)).toMatchObject({ state: "Santa Maria" });
});

test("any other refusal is returned as the outcome", async () => {
  const outcome = { refusal: { reason: "unnamed" } };
  expect(await creations.create(() => ({ create: "" }), cause())).toEqual({ id: 1, outcome });
});

test("the same creation happens once, even if it is requested twice at the same time", async () => {
  expect(await creations.findEarlier(cause("a"))).toBeNull();
  const create = () => creations.create(() => ({ create: "Argo" }), cause("a"));
  const results = await Promise.all([create(), create()]);
  const first = results.find(({ outcome }) => outcome !== null);
  expect(first).toMatchObject({ outcome: { state: "Argo" } });
  expect(results).toContainEqual({ id: first!.id, outcome: null });
  expect(await creations.findEarlier(cause("a"))).toBe(first!.id);
  expect(await create()).toEqual({ id: first!.id, outcome: null });
  expect(await streamsOf(store)).toEqual([`ship-${first!.id}`]);
});

test("a key that was used for another request creates nothing, even at the same time", async () => {
  const [one, other] = ["1", "2"].map((causationId) => ({ ...cause("a"), causationId }));
  const create = (request: typeof one) => creations.create(() => ({ create: "Argo" }), request!);
  const outcomes = await Promise.allSettled([create(one), create(other)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
  const [first, second] = outcomes[0].status === "fulfilled" ? [one, other] : [other, one];
  expect((await create(first)).outcome).toBeNull();
  await expect(create(second)).rejects.toThrow(DuplicateEventError);
  await expect(creations.findEarlier(second!)).rejects.toThrow(DuplicateEventError);
  expect((await creations.create(() => ({ create: "Pinta" }), cause())).id).toBeGreaterThan((await create(first)).id);
});

test("a key that was used for another change creates nothing", async () => {
  await creations.create(() => ({ create: "Argo" }), cause());
  await ships.handle(1, { rename: "Argo II" }, cause("a"));
  await expect(creations.findEarlier(cause("a"))).rejects.toThrow(DuplicateEventError);
  await expect(creations.create(() => ({ create: "Pinta" }), cause("a"))).rejects.toThrow(DuplicateEventError);
  expect(await streamsOf(store)).toEqual(["ship-1"]);
});

test("a key that was used to create an aggregate of another kind creates nothing", async () => {
  const boats = new Aggregates({
    store,
    codec: eventCodec(definitions),
    decider: ship,
    streamOf: (id) => `boat-${id}`,
  });
  await boats.handle(1, { create: "Kon-Tiki" }, cause("a"));
  await expect(creations.findEarlier(cause("a"))).rejects.toThrow(DuplicateEventError);
});
