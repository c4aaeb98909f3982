/**
 * Tests that derived scenarios are as private as their sources and the account's default, unless the caller owns the
 * sources and requests otherwise.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Scenario } from "@etesian/contracts/scenarios";
import { type HandlersInMemory, handlersInMemory } from "./handlers-in-memory.fixture.ts";

let service: HandlersInMemory;
beforeEach(async () => {
  service = await handlersInMemory();
});
afterEach(() => service.close());

const [CREATOR, OTHER] = [1, 2];
type Facts = { readonly owner: number | null; readonly private: boolean };

/** Kinds of sources that the creator may read. */
const SOURCES: readonly Facts[] = [
  { owner: null, private: false },
  { owner: CREATOR, private: false },
  { owner: CREATOR, private: true },
  { owner: OTHER, private: false },
  { owner: OTHER, private: true },
];

const number = (value: number) => ({ value: { $case: "number" as const, value } });

/** Creates a scenario that the creator may read. */
async function createSource({ owner, private: isPrivate }: Facts, endYear: number): Promise<number> {
  const call = { actor: owner === null ? "anonymous" : `user:${owner}` };
  const request = { ...BLANK, private: isPrivate, endYear: number(endYear) };
  const { outcome } = await service.callHandler<CreationResponse>("createScenario", request, call);
  const { id } = outcome.value;
  const changes = [{ person: CREATOR, role: "viewer", isMember: false }];
  if (owner === OTHER) await service.callHandler("changeRoles", { id, changes }, call);
  return id;
}

const BLANK = { userValues: {}, descale: false, privateByDefault: false };
interface CreationResponse {
  readonly outcome: { readonly value: Scenario };
}

/** Ways to create a scenario: the number of its sources, and whether its request can set its privacy. */
const WAYS: {
  readonly [way: string]: { readonly sources: number; readonly setsPrivacy: boolean; readonly make: Make };
} = {
  "a new one": { sources: 0, setsPrivacy: true, make: (_, facts) => ["createScenario", facts] },
  "a dump": { sources: 0, setsPrivacy: true, make: (_, facts) => ["loadDump", { ...facts, ...DUMP }] },
  "a clone": { sources: 1, setsPrivacy: true, make: ([parentId], facts) => ["createScenario", { ...facts, parentId }] },
  "an intermediate year": {
    sources: 1,
    setsPrivacy: false,
    make: ([id], facts) => ["interpolateScenario", { ...facts, id, endYear: 2030 }],
  },
  "a year between two": {
    sources: 2,
    setsPrivacy: false,
    make: ([id, startId], facts) => ["interpolateScenario", { ...facts, id, startId, endYear: 2045 }],
  },
  "years between several": {
    sources: 2,
    setsPrivacy: false,
    make: (ids, facts) => ["interpolateScenarios", { ...facts, ids, endYears: [2045] }],
  },
  "a mean": {
    sources: 2,
    setsPrivacy: false,
    make: (ids, facts) => ["mergeScenarios", { ...facts, scenarios: ids.map((id) => ({ id })) }],
  },
};
type Make = (
  sources: readonly number[],
  facts: typeof BLANK & { readonly private: boolean | undefined },
) => readonly [method: string, request: object];

const recipe = {
  area: "nl",
  endYear: 2050,
  userValues: {},
  balancedValues: {},
  activeCouplings: [],
  orders: {},
  curves: {},
};
const DUMP = { recipe, curves: [], keepCompatible: false, readOnly: false };

const pairs = SOURCES.flatMap((first) => SOURCES.map((second) => [first, second] as const));

test.each(Object.entries(WAYS))(
  "%s is never more public than its sources and the account's default",
  async (way, creation) => {
    const ids = new Map<string, number>();
    for (const [index, facts] of SOURCES.entries()) {
      // Merged scenarios share an end year; interpolation needs two different ones.
      for (const position of [0, 1])
        ids.set(`${index} ${position}`, await createSource(facts, way === "a mean" || position === 0 ? 2050 : 2040));
    }
    const combinations = creation.sources === 0 ? [[]] : creation.sources === 1 ? SOURCES.map((one) => [one]) : pairs;
    for (const sources of combinations) {
      for (const privateByDefault of [false, true]) {
        for (const requested of creation.setsPrivacy ? [undefined, true, false] : [undefined]) {
          const sourceIds = sources.map((facts, index) => ids.get(`${SOURCES.indexOf(facts)} ${index}`)!);
          const [method, request] = creation.make(sourceIds, { ...BLANK, privateByDefault, private: requested });
          const { outcome } = await service.callHandler<CreationResponse>(method, request, { admin: way === "a dump" });
          const [result = outcome.value] =
            (outcome.value as unknown as { readonly scenarios?: Scenario[] }).scenarios ?? [];
          const hasPrivateSource = sources.some(({ private: isPrivate }) => isPrivate);
          const ownsAll = sources.every(({ owner, private: isPrivate }) => !isPrivate || owner === CREATOR);
          const expected =
            requested === false && ownsAll
              ? false
              : requested === true || hasPrivateSource || (requested !== false && privateByDefault);
          expect([way, sources, { privateByDefault, requested }, result.private]).toEqual([
            way,
            sources,
            { privateByDefault, requested },
            expected,
          ]);
        }
      }
    }
  },
);
