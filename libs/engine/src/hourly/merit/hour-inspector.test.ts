import { expect, test } from "vitest";
import { CurveMemo } from "../curves/memo.ts";
import { type DispatchedHour, HourInspector } from "./hour-inspector.ts";
import { runHours } from "./hours.ts";
import {
  curtailment,
  dispatchable,
  oneOfEachKind,
  flex,
  hourly,
  loadShifting,
  mustRun,
  storage,
  user,
} from "./order.fixture.ts";
import { MeritOrder } from "./order.ts";
import { HOURS, type Participant } from "./participant.ts";
import { netLoad, priceCurve, priceOf } from "./price-curve.ts";

const SCARCITY = 3000;

/** Dispatches a year of an order, as the calculation does. */
function dispatchYear(...participants: readonly Participant[]) {
  const memo = new CurveMemo();
  const order = new MeritOrder("test", participants, memo);
  runHours(memo, [order]);
  const net = netLoad(memo, order);
  return { order, inspector: new HourInspector(order, () => net), price: priceCurve(memo, order, net, SCARCITY) };
}

const inspectHour = (h: number, ...participants: readonly Participant[]): DispatchedHour =>
  dispatchYear(...participants).inspector.inspect(h);

/** Members of the order whose load in an hour is not bit-identical to the report's. */
function wrongLoads({ dispatchables, flex: flexible }: MeritOrder, reported: DispatchedHour, h: number): string[] {
  const loads = new Map([...reported.offers, ...reported.flexible].map(({ participant, load }) => [participant, load]));
  return [...new Set([...dispatchables, ...flexible])].flatMap((participant) =>
    loads.get(participant) === participant.load[h] ? [] : [`${participant.key} in hour ${h}`],
  );
}

test("reports have the loads and prices of every hour of the year, for members of every kind", () => {
  const { order, inspector, price } = dispatchYear(...oneOfEachKind());
  const problems: string[] = [];
  for (let h = 0; h < HOURS; h++) {
    const reported = inspector.inspect(h);
    problems.push(...wrongLoads(order, reported, h));
    if (priceOf({ rule: reported.rule, participant: reported.setter }, h, SCARCITY) !== price[h])
      problems.push(`price of hour ${h}`);
  }
  expect(problems).toEqual([]);
});

test("reports of hours in any order equal reports of hours in sequence", () => {
  const { inspector } = dispatchYear(...oneOfEachKind());
  const hours = [5_000, 17, 8_759, 0, 5_001, 17];
  const reports = hours.map((h) => inspector.inspect(h));
  const { inspector: other } = dispatchYear(...oneOfEachKind());
  const sequentialReports = new Map(hours.toSorted((a, b) => a - b).map((h) => [h, other.inspect(h)]));
  const figures = ({ offers, flexible, demand, alwaysOn }: DispatchedHour) => ({
    demand,
    alwaysOn,
    loads: [...offers, ...flexible].map(({ participant, load, spare, store }) => [participant.key, load, spare, store]),
  });
  expect(reports.map(figures)).toEqual(hours.map((h) => figures(sequentialReports.get(h)!)));
});

test("steps cover demand exactly with the cheapest members", () => {
  const reported = inspectHour(3, user("homes", 25), dispatchable("gas", 60, 20), dispatchable("coal", 30, 15));
  expect(reported.demand).toBe(25);
  expect(reported.steps).toMatchObject([
    { kind: "delivery", cost: 30, available: 15, producer: { participant: { key: "coal" }, amount: 15 } },
    { kind: "delivery", cost: 60, available: 20, producer: { participant: { key: "gas" }, amount: 10 } },
  ]);
});

test("the most expensive running member sets the price, and the report names the next member and the output that precedes it", () => {
  const reported = inspectHour(
    0,
    user("homes", 25),
    dispatchable("coal", 30, 15),
    dispatchable("gas", 60, 20),
    dispatchable("oil", 90, 5),
  );
  expect([reported.rule, reported.setter?.key]).toEqual(["producer", "gas"]);
  expect(reported.next).toMatchObject({ offer: { participant: { key: "oil" }, cost: 90 }, after: 10 });
});

test("a buyer that received less than it requested sets the price, and the report names its sellers", () => {
  const reported = inspectHour(0, user("homes", 10), dispatchable("coal", 30, 15), flex("export", 50, 8));
  expect([reported.rule, reported.setter?.key]).toEqual(["buyer", "export"]);
  expect(reported.steps.at(-1)).toMatchObject({
    kind: "purchase",
    price: 50,
    available: 5,
    buyers: [{ participant: { key: "export" }, amount: 5 }],
    sellers: [{ participant: { key: "coal" }, amount: 5 }],
  });
});

test("a buyer whose price is too low buys nothing, and the report names the member that costs more", () => {
  const reported = inspectHour(0, user("homes", 10), dispatchable("coal", 30, 15), flex("boiler", 20, 8));
  expect(reported.steps.at(-1)).toMatchObject({
    kind: "refusal",
    price: 20,
    buyers: [{ key: "boiler" }],
    next: { key: "coal" },
  });
});

test("uncovered demand is a shortage, in which even the most expensive member runs at full capacity", () => {
  const reported = inspectHour(0, user("homes", 25), dispatchable("coal", 30, 15));
  expect([reported.shortage, reported.rule, reported.setter?.key, reported.next]).toEqual([
    10,
    "shortage",
    "coal",
    null,
  ]);
});

test("excess goes to the highest price first, and the rest is curtailed or unused", () => {
  const excess = [user("homes", 5), mustRun("sun", 20), flex("boiler", 20, 4), flex("electrolysis", 30, 3)];
  const reported = inspectHour(0, ...excess, curtailment("curtailment"));
  expect(reported.steps).toMatchObject([
    { kind: "excess", price: 30, offered: 15, takers: [{ participant: { key: "electrolysis" }, amount: 3 }] },
    { kind: "excess", price: 20, offered: 12, takers: [{ participant: { key: "boiler" }, amount: 4 }] },
    { kind: "excess", price: -Infinity, offered: 8, takers: [{ participant: { key: "curtailment" }, amount: 8 }] },
  ]);
  expect(reported.unused).toBe(0);
  expect(inspectHour(0, ...excess).unused).toBe(8);
});

test("a store reports its content and the reason for its action", () => {
  const sun = mustRun("sun", 9, 9, 9, 0, 0, 0, 0);
  const battery = storage("battery", { input: 6, output: 4, volume: 10, price: 20, cost: 40 });
  const { inspector } = dispatchYear(user("homes", 1, 1, 1, 4, 4, 4, 0), sun, battery);
  const stateAt = (h: number) =>
    inspector.inspect(h).flexible.find(({ participant }) => participant === battery)?.store;
  expect([0, 1, 2, 3, 4, 5, 6].map(stateAt)).toEqual([
    { before: 0, after: 6, volume: 10, reason: "charges_at_capacity" },
    { before: 6, after: 10, volume: 10, reason: "filled" },
    { before: 10, after: 10, volume: 10, reason: "full" },
    { before: 10, after: 6, volume: 10, reason: "delivers_at_capacity" },
    { before: 6, after: 2, volume: 10, reason: "delivers_at_capacity" },
    { before: 2, after: 0, volume: 10, reason: "emptied" },
    { before: 0, after: 0, volume: 10, reason: "empty" },
  ]);
});

test("a store that buys below its price is distinguished from one that charges from excess", () => {
  const battery = storage("battery", { input: 6, output: 4, volume: 100, price: 35, cost: 40 });
  const purchaseReport = inspectHour(0, user("homes", 1), dispatchable("coal", 30, 5), battery);
  expect(purchaseReport.flexible[0]?.store).toMatchObject({ after: 4, reason: "buys" });
  const excessReport = inspectHour(0, user("homes", 1), mustRun("sun", 3), storage("battery", { volume: 100 }));
  expect(excessReport.flexible[0]?.store).toMatchObject({ after: 2, reason: "takes_excess" });
});

test("load shifting that decides twice in an hour owes exactly the same energy", () => {
  const shifting = loadShifting("shifting", {
    cost: 10.1,
    price: 15.3,
    input: 0.7,
    output: 3.3,
    limit: hourly(3.3),
    owedLimit: 9.7,
  });
  const demand = Float64Array.from({ length: HOURS }, (_, h) => 1.1 + Math.abs(Math.sin(h)) * 7.3);
  const homes = user("homes", 0);
  homes.load = demand;
  const members = [homes, mustRun("sun", 4.3), dispatchable("gas", 5, 2.9), flex("export", 20, 1.7), ...shifting];
  const { order, inspector } = dispatchYear(...members);
  const problems = Array.from({ length: 500 }, (_, i) => i * 17).flatMap((h) =>
    wrongLoads(order, inspector.inspect(h), h),
  );
  expect(problems).toEqual([]);
});
