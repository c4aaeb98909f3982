import { describe, expect, test } from "vitest";
import { user } from "./saved-scenario.fixture.ts";
import {
  collection as decider,
  type Collection,
  type CollectionCommand,
  type CollectionEvent,
  type CreateCollection,
} from "./collection.ts";

const members = { savedScenarios: [5, 4], scenarios: [1] };
const createCommand = (changes: Partial<CreateCollection> = {}): CreateCollection => ({
  type: "Make",
  owner: 1,
  title: "Paths",
  interpolation: false,
  area: "nl",
  endYear: 2050,
  modelVersion: "latest",
  ...members,
  ...changes,
});
const createdEvent = (changes: Partial<CreateCollection> = {}): CollectionEvent => {
  const decision = decider.decide(createCommand(changes), decider.initial);
  if ("refusal" in decision) throw new Error(JSON.stringify(decision));
  return decision.events[0]!;
};
const timeAt = (minute: number): string => new Date(Date.UTC(2026, 10, 22, 9, minute)).toISOString();
const stateAfter = (...events: readonly CollectionEvent[]) =>
  events.reduce((state, event, index) => decider.evolve(state, event, timeAt(index)), decider.initial);
const given = (...previousEvents: readonly CollectionEvent[]) => ({
  when: (command: CollectionCommand) => decider.decide(command, stateAfter(...previousEvents)),
});
const invalid = (message: string) => ({ refusal: { reason: "invalid", attribute: "scenarios", message } });
const change = { type: "Change", caller: user(1) } as const;

describe("members of a collection", () => {
  test("members keep the order chosen by the user", () => {
    expect(stateAfter(createdEvent())).toMatchObject({ owner: 1, title: "Paths", ...members, updatedAt: timeAt(0) });
    const decision = given(createdEvent()).when({ ...change, savedScenarios: [4, 5] });
    expect(decision).toEqual({
      events: [{ type: "CollectionChanged", data: { title: "Paths", savedScenarios: [4, 5], scenarios: [1] } }],
    });
    expect(given(createdEvent()).when({ ...change, ...members, title: "Paths" })).toEqual({ events: [] });
  });

  test("a collection has at least one and at most six members", () => {
    const six = [1, 2, 3, 4, 5, 6];
    expect(given().when(createCommand({ savedScenarios: [], scenarios: six }))).toHaveProperty("events");
    expect(given().when(createCommand({ savedScenarios: [7], scenarios: six }))).toEqual(
      invalid("exceeds maximum of 6 scenarios"),
    );
    expect(given(createdEvent()).when({ ...change, savedScenarios: [], scenarios: [] })).toEqual(
      invalid("must have at least one of scenario_ids and saved_scenario_ids"),
    );
  });

  test("an interpolated collection has one saved scenario", () => {
    const refusal = invalid("interpolated collections cannot have more than 1 saved scenario");
    expect(given().when(createCommand({ interpolation: true }))).toEqual(refusal);
    const interpolatedCollection = createdEvent({ interpolation: true, savedScenarios: [5] });
    expect(given(interpolatedCollection).when({ ...change, savedScenarios: [5, 4] })).toEqual(refusal);
  });
});

test("only the owner and admins may use a collection", () => {
  for (const command of [change, { type: "Delete", caller: user(1) }] as const) {
    const otherUsersCommand = { ...command, title: "Theirs", caller: user(2) };
    expect(given(createdEvent()).when(otherUsersCommand)).toEqual({ refusal: { reason: "not_yours" } });
    expect(given(createdEvent()).when({ ...otherUsersCommand, caller: { ...user(2), admin: true } })).toHaveProperty(
      "events",
    );
  }
});

test("a collection is trashed and restored without changing its time of last change", () => {
  const decision = given(createdEvent()).when({ ...change, discarded: true });
  expect(decision).toEqual({ events: [{ type: "CollectionDiscarded", data: {} }] });
  const state = stateAfter(createdEvent(), { type: "CollectionDiscarded", data: {} }) as Collection;
  expect([state.discardedAt, state.updatedAt]).toEqual([timeAt(1), timeAt(0)]);
  expect(decider.decide({ ...change, discarded: true }, state)).toEqual({ events: [] });
  expect(decider.decide({ ...change, discarded: false }, state)).toEqual({
    events: [{ type: "CollectionRecovered", data: {} }],
  });
});

test("a collection is handed over or deleted when its owner is erased", () => {
  expect(given(createdEvent()).when({ type: "HandOver", from: 1, to: 2 })).toEqual({
    events: [{ type: "CollectionHandedOver", data: { owner: 2 } }],
  });
  expect(given(createdEvent()).when({ type: "HandOver", from: 1, to: null })).toEqual({
    events: [{ type: "CollectionDeleted", data: {} }],
  });
  expect(given(createdEvent()).when({ type: "HandOver", from: 3, to: 2 })).toEqual({ events: [] });
  expect(stateAfter(createdEvent(), { type: "CollectionHandedOver", data: { owner: 2 } })).toMatchObject({ owner: 2 });
});
