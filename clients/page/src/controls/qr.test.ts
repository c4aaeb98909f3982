import { expect, test } from "vitest";
import { qrOf } from "./qr.ts";

test("a URL becomes a square code that grows with its length", () => {
  const short = qrOf("https://etesian.example/s/17")!;
  const long = qrOf(`https://etesian.example/s/17?charts=${"electricity_mix,".repeat(20)}`)!;
  // A code of version n has 17 + 4n modules along a side.
  for (const { size } of [short, long]) expect((size - 17) % 4).toBe(0);
  expect(long.size).toBeGreaterThan(short.size);
  expect(short.path).toMatch(/^M[\d ML]+Z/);
});

test("a string that exceeds the capacity of a code has none", () => {
  expect(qrOf("a".repeat(2_000))).not.toBeNull();
  expect(qrOf("a".repeat(3_000))).toBeNull();
});
