import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { BusyError, Lines } from "./lines.ts";

describe("work in turn", () => {
  test("of one key is done one after the other, of several at once", async () => {
    const lines = new Lines<string>();
    const steps: string[] = [];
    const work = (key: string, name: string) =>
      lines.inTurn(key, async () => {
        steps.push(`${name} begins`);
        await sleep(5);
        steps.push(`${name} ends`);
      });
    await Promise.all([work("a", "1"), work("a", "2"), work("b", "3")]);
    expect(steps).toHaveLength(6);
    expect(steps.indexOf("1 ends")).toBeLessThan(steps.indexOf("2 begins"));
    expect(steps.indexOf("3 begins")).toBeLessThan(steps.indexOf("1 ends"));
  });

  test("that fails does not stop what waits behind it", async () => {
    const lines = new Lines<number>();
    const failing = lines.inTurn(1, () => Promise.reject(new Error("no")));
    const next = lines.inTurn(1, async () => "yes");
    await expect(failing).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });

  test("is refused where too many wait, and taken again when they are through", async () => {
    const lines = new Lines<number>({ length: 2, waitMs: 10_000 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let done = 0;
    const work = async (): Promise<void> => {
      await gate;
      done += 1;
    };
    const taken = [lines.inTurn(1, work), lines.inTurn(1, work), lines.inTurn(1, work)];
    await expect(lines.inTurn(1, work)).rejects.toEqual(new BusyError("2 changes wait for it already"));
    expect(await lines.inTurn(2, async () => "another key")).toBe("another key");
    open();
    await Promise.all(taken);
    await lines.inTurn(1, work);
    expect(done).toBe(4);
  });

  test("that waited for too long is not begun, and order stays among the others", async () => {
    const lines = new Lines<number>({ length: 10, waitMs: 20 });
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      begun.push(name);
      await gate;
    };
    const first = lines.inTurn(1, work("first"));
    await expect(lines.inTurn(1, work("late"))).rejects.toBeInstanceOf(BusyError);
    const next = lines.inTurn(1, work("next"));
    expect(begun).toEqual(["first"]);
    open();
    await Promise.all([first, next]);
    expect(begun).toEqual(["first", "next"]);
  });
});
