import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { environmentOf, helpText, readConfig, type Setting, setting } from "./config.ts";

const settings = {
  port: setting.port("port to listen on", 3000),
  dataDir: setting.text("where events are stored", "DIR", "./data"),
  broker: setting.url("message broker", ["nats://", "memory:"], null),
  logLevel: setting.choice("how much is logged", ["debug", "info", "warn"], "info"),
  verbose: setting.toggle("log more"),
};

const read = (argv: string[], env: Record<string, string> = {}) => readConfig(settings, argv, env);

describe("the configuration of a program", () => {
  test("the defaults apply if no setting is given", () => {
    expect(read([])).toEqual({
      values: { port: 3000, dataDir: "./data", broker: null, logLevel: "info", verbose: false },
      warnings: [],
    });
  });

  test("values come from flags or, without a flag, from variables; an empty variable counts as unset", () => {
    const env = { ETESIAN_PORT: "80", ETESIAN_DATA_DIR: "/var/x", ETESIAN_LOG_LEVEL: "", ETESIAN_VERBOSE: "1" };
    expect(read(["--port", "81", "--broker=nats://a:4222"], env)).toEqual({
      values: { port: 81, dataDir: "/var/x", broker: "nats://a:4222", logLevel: "info", verbose: true },
      warnings: [],
    });
  });

  test("every problem is reported with its flag or variable, value and expected value", () => {
    const env = { ETESIAN_LOG_LEVEL: "loud" };
    expect(read(["--port=70000", "--broker", "http://x", "--prot", "--data-dir"], env)).toEqual({
      errors: [
        "--prot is not a known flag: did you mean --port?",
        "--data-dir has no value: expected a string",
        '--port is "70000": expected a port number from 0 (any free port) to 65535',
        '--broker is "http://x": expected a URL that starts with nats:// or memory:',
        'ETESIAN_LOG_LEVEL is "loud": expected one of debug, info, warn',
      ],
    });
  });

  test("an argument without a flag is reported; the argument after an unknown flag counts as its value", () => {
    expect(read(["3000"])).toEqual({ errors: ["3000 is not a flag: settings need a name, as in --port 3000"] });
    expect(read(["--prot", "3000"])).toEqual({ errors: ["--prot is not a known flag: did you mean --port?"] });
  });

  test("an error suggests the flag or variable closest to an unknown one", () => {
    for (const [flag, suggestion] of [
      ["--prot", "did you mean --port?"],
      ["--datadir=/x", "did you mean --data-dir?"],
      ["--brokre", "did you mean --broker?"],
      ["--help-me", "expected one of --port, --data-dir, --broker, --log-level, --verbose, --help, --version"],
    ] as const) {
      expect(read([flag])).toEqual({ errors: [`${flag} is not a known flag: ${suggestion}`] });
    }
    const env = { ETESIAN_PROT: "1", ETESIAN_STORE: "x", PROT: "1", ETESIAN_VERBSOE: "" };
    expect(read([], env)).toMatchObject({
      warnings: [
        "ETESIAN_PROT is not a known variable: did you mean ETESIAN_PORT?",
        "ETESIAN_VERBSOE is not a known variable: did you mean ETESIAN_VERBOSE?",
      ],
    });
  });

  test("secrets passed as flags cause a warning that does not repeat them", () => {
    const secret = { key: { ...setting.text("a secret", "TEXT", "none"), isSecret: true } } as const;
    const settings = { ...secret, broker: setting.url("broker", ["nats://"], null) };
    const env = { ETESIAN_KEY: "zq-secret", ETESIAN_BROKER: "nats://a:zq-secret@b" };
    expect(readConfig(settings, ["--key", "zq-secret", "--broker=nats://a:zq-secret@b"], {})).toMatchObject({
      warnings: [
        "--key contains a secret that the process list shows: set ETESIAN_KEY instead",
        "--broker contains a secret that the process list shows: set ETESIAN_BROKER instead",
      ],
    });
    expect(readConfig(settings, ["--broker=nats://b"], env)).toMatchObject({ warnings: [] });
  });

  test("`--version` prints the version", () => {
    expect(read(["--version"])).toEqual({ requested: "version" });
  });

  test.each(["", "-1", "1.5", "1e3", "abc", "0x10", " 80"])("%j is not a port", (text) => {
    expect(read([`--port=${text}`])).toHaveProperty("errors");
  });

  test("a missing required setting is an error", () => {
    expect(readConfig({ store: setting.text("event store", "URL") }, [], {})).toEqual({
      errors: ["--store (or ETESIAN_STORE) is missing: expected a string"],
    });
  });

  test("environment variables pass the configuration to another process", () => {
    const values = { port: 81, dataDir: "/var/x", broker: null, logLevel: "debug", verbose: true } as const;
    expect(read([], environmentOf(settings, values))).toEqual({ values, warnings: [] });
  });

  test("an unset value overrides an inherited variable", () => {
    const variables = environmentOf(settings, { broker: null });
    expect(read([], { ETESIAN_BROKER: "nats://a:4222", ...variables })).toMatchObject({ values: { broker: null } });
  });

  test.each([
    ["localhost:50051", true],
    ["dns:///compute.etesian:50051", true],
    ["ipv4:10.0.0.1:50051,10.0.0.2:50052", true],
    ["10.0.0.1:50051,10.0.0.2:50052", false],
    ["ipv4:compute:50051", false],
    ["http://compute:50051", false],
    ["compute", false],
  ])("whether %s is accepted as the address of a service: %s", (text, isAddress) => {
    const read = readConfig({ compute: setting.address("address of compute") }, [`--compute=${text}`], {});
    expect("values" in read).toBe(isAddress);
  });

  test("help lists the flag, meaning, default and variable of each setting", () => {
    expect(read(["--port", "--help"])).toEqual({ requested: "help" });
    expect(helpText("npm start --", settings)).toContain(
      "  --data-dir DIR    where events are stored (default ./data)  [ETESIAN_DATA_DIR]",
    );
    expect(helpText("npm start --", settings)).toMatch(/\n {2}--version {9}.+\n {2}--help {12}.+$/);
  });
});

describe("a value survives being written to a variable and read back", () => {
  const text = fc.string({ minLength: 1 });
  const port = fc.integer({ min: 0, max: 65_535 });
  const host = fc.domain();
  const origin = fc
    .tuple(fc.constantFrom("http", "https"), host, fc.option(port))
    .map(([scheme, at, to]) => new URL(to === null ? `${scheme}://${at}` : `${scheme}://${at}:${to}`).origin);
  /** A setting of each kind, and its valid values. */
  const KINDS: { readonly [kind in keyof typeof setting]: readonly [Setting<unknown>, fc.Arbitrary<unknown>] } = {
    text: [setting.text("", "TEXT", null), fc.option(text)],
    port: [setting.port("", 1), port],
    integer: [setting.integer("", { min: 1, max: 1e15 - 1 }, 7), fc.integer({ min: 1, max: 1e15 - 1 })],
    choice: [setting.choice("", ["a", "b,c", "d e"]), fc.constantFrom("a", "b,c", "d e")],
    url: [setting.url("", ["nats://"], null), fc.option(text.map((rest) => `nats://${rest}`))],
    address: [
      setting.address(""),
      fc.oneof(
        fc.tuple(fc.constantFrom("", "dns:///"), host, port).map(([scheme, at, to]) => `${scheme}${at}:${to}`),
        fc
          .array(fc.tuple(fc.ipV4(), port), { minLength: 1, maxLength: 4 })
          .map((all) => `ipv4:${all.map((one) => one.join(":")).join(",")}`),
      ),
    ],
    origins: [setting.origins(""), fc.oneof(fc.constant("*"), fc.array(origin, { maxLength: 4 }))],
    toggle: [setting.toggle(""), fc.boolean()],
  };

  test.each(Object.entries(KINDS))("a value of a %s setting survives", (_, [one, values]) => {
    fc.assert(
      fc.property(values, (value) => {
        expect(readConfig({ one }, [], environmentOf({ one }, { one: value }))).toEqual({
          values: { one: value },
          warnings: [],
        });
      }),
    );
  });
});
