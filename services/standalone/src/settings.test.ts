/** Tests that settings reach a started process unchanged. */
import { environmentOf, readConfig, type Settings, settingsOf } from "@etesian/service-kit";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STANDALONE } from "./services.ts";

/** Settings of each service in its own process, and of all services in one process. */
const PROGRAMS = [
  ...STANDALONE.map((service) => [service.name, settingsOf([service])] as const),
  ["standalone", settingsOf(STANDALONE)] as const,
];

const SUFFIXES = ["", "etesian.example", "etesian@etesian.example:5432/a?b=c", "a,b"];

/** One text for each form of setting. At least one is valid for each setting. */
const samples = (expected: string): readonly string[] => {
  const words = expected.split(/[\s,]+/).flatMap((word) => SUFFIXES.map((tail) => word + tail));
  return words.concat(
    "*",
    "true",
    "false",
    "0",
    "1",
    "8080",
    "etesian.example:4222",
    "https://a.example, https://b.example",
  );
};

const texts = (expected: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string(),
    fc.nat(70_000).map(String),
    fc.constantFrom(...samples(expected)),
    fc.tuple(fc.domain(), fc.nat(65_535)).map((parts) => parts.join(":")),
    fc.array(fc.domain().map((name) => `https://${name}`)).map((all) => all.join(", ")),
  );

/** Values for the settings that have no default. */
const requiredValues = (settings: Settings): { readonly [name: string]: string } =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([name, { expected, fallback }]) =>
      fallback === undefined ? [[name, expected === "a string" ? "secret" : "other.example:1"]] : [],
    ),
  );

describe("a process started with environment variables", () => {
  test.each(PROGRAMS)("%s reads its defaults unchanged", (_, settings) => {
    const fallbacks = Object.fromEntries(Object.entries(settings).map(([name, { fallback }]) => [name, fallback]));
    const values = { ...fallbacks, ...requiredValues(settings) };
    expect(readConfig(settings, [], environmentOf(settings, values))).toEqual({ values, warnings: [] });
  });

  const allSettings: Settings = Object.assign({}, ...PROGRAMS.map(([, settings]) => settings));
  test.each(Object.entries(allSettings))("a process reads every valid value of %s unchanged", (name, setting) => {
    let acceptedCount = 0;
    fc.assert(
      fc.property(texts(setting.expected), (text) => {
        const parsed = setting.schema.safeParse(text);
        if (!parsed.success) return;
        acceptedCount += 1;
        const variables = environmentOf(allSettings, { ...requiredValues(allSettings), [name]: parsed.data });
        expect(readConfig(allSettings, [], variables)).toMatchObject({ values: { [name]: parsed.data } });
      }),
      { examples: samples(setting.expected).map((text) => [text]), numRuns: 200 },
    );
    expect(acceptedCount).toBeGreaterThan(0);
  });
});
