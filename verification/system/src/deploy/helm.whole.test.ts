/**
 * Tests the chart in deploy/helm, rendered by Helm for each set of values in its `ci` directory. Kubernetes' own
 * schemas validate every object; an unknown field is an error.
 */
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { PROJECT, settingsOf } from "@etesian/service-kit";
import { ServiceMonitor, PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/index";
import { load, loadAll } from "js-yaml";
import { Deployment } from "kubernetes-models/apps/v1";
import { CronJob } from "kubernetes-models/batch/v1";
import { HorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2";
import { Ingress, NetworkPolicy } from "kubernetes-models/networking.k8s.io/v1";
import { PodDisruptionBudget } from "kubernetes-models/policy/v1";
import { Service } from "kubernetes-models/v1";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { queueStream, WORKERS } from "@etesian/event-bus/testing";
import memoryVariables from "@etesian/runtime/keeping-memory.json" with { type: "json" };
import { DISTRIBUTED, SERVICES } from "@etesian/standalone/services";
import { QUEUE } from "@etesian/sweep/queue";

const CHART = join(PROJECT, "deploy/helm/etesian");
const KUBERNETES = "1.33.0";

const helm = [
  process.env["HELM_COMMAND"],
  "helm",
  resolve(process.env["ETESIAN_REFERENCE_DIR"] ?? join(PROJECT, "../shared"), "tools/helm/helm"),
].find((command) => command !== undefined && spawnSync(command, ["version"]).status === 0);
const skipNote = helm === undefined ? " (skipped: there is no helm; HELM_COMMAND may name its path)" : "";

const run = (...args: readonly string[]) => spawnSync(helm!, args, { encoding: "utf8" });
/** Values in addition to the required ones. */
const withValues = (values: string): readonly string[] => [
  "--values",
  join(CHART, "ci/default.yaml"),
  "--values",
  values,
];
const template = (values: string) =>
  run("template", "test", CHART, ...withValues(values), "--kube-version", KUBERNETES);

const variableOf = (name: string): string =>
  `ETESIAN_${name
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .replaceAll("-", "_")
    .toUpperCase()}`;

const VALUES = globSync("ci/*.yaml", { cwd: CHART }).sort();
const REFUSED_VALUES = globSync("ci/refused/*.yaml", { cwd: CHART }).sort();

const MODELS = [
  CronJob,
  Deployment,
  Service,
  HorizontalPodAutoscaler,
  PodDisruptionBudget,
  NetworkPolicy,
  Ingress,
  ServiceMonitor,
  PrometheusRule,
];
/** https://keda.sh/docs/2.18/scalers/nats-jetstream-stream/; all values of a trigger are strings. */
const ScaledObject = z.strictObject({
  apiVersion: z.literal("keda.sh/v1alpha1"),
  kind: z.literal("ScaledObject"),
  metadata: z.strictObject({ name: z.string(), labels: z.record(z.string(), z.string()) }),
  spec: z.strictObject({
    scaleTargetRef: z.strictObject({ name: z.string() }),
    minReplicaCount: z.int().min(0),
    maxReplicaCount: z.int().min(1),
    pollingInterval: z.int(),
    cooldownPeriod: z.int(),
    triggers: z.tuple([
      z.strictObject({
        type: z.literal("nats-jetstream"),
        metadata: z.strictObject({
          natsServerMonitoringEndpoint: z.string(),
          account: z.string(),
          stream: z.string(),
          consumer: z.string(),
          lagThreshold: z.string(),
        }),
      }),
    ]),
  }),
});
const MODELS_BY_KIND = new Map(MODELS.map((model) => [`${model.apiVersion} ${model.kind}`, model]));

interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: object;
}

function render(values: string): readonly KubernetesObject[] {
  const { status, stdout, stderr } = template(join(CHART, values));
  expect([status, stderr]).toEqual([0, ""]);
  return loadAll(stdout).filter((value) => value !== null) as KubernetesObject[];
}

/** Violations of an object's schema, and paths of unknown fields. */
function problemsOf(object: KubernetesObject): readonly string[] {
  if (object.kind === "ScaledObject")
    return (ScaledObject.safeParse(object).error?.issues ?? []).map(({ message }) => message);
  const Model = MODELS_BY_KIND.get(`${object.apiVersion} ${object.kind}`);
  if (Model === undefined) return [`${object.apiVersion} ${object.kind} is not supported by this test`];
  const readPaths = new Set<string>();
  try {
    // Called on the proxy, because the constructor would copy the object field by field.
    Model.prototype.validate.call(recordReads(object, "", readPaths) as never);
  } catch (error) {
    return [`${object.kind} ${object.metadata.name}: ${String(error)}`];
  }
  return pathsOf(object, "")
    .filter((path) => !readPaths.has(path))
    .map((path) => `${object.kind} ${object.metadata.name}: ${path} is an unknown field`);
}

/**
 * A proxy of the object that records the path of every field read. The compiled schemas read each field that they know.
 */
function recordReads(value: unknown, path: string, readPaths: Set<string>): unknown {
  if (typeof value !== "object" || value === null) return value;
  return new Proxy(value, {
    get(target, name) {
      const field = Reflect.get(target, name) as unknown;
      if (typeof name !== "string") return field;
      readPaths.add(`${path}/${name}`);
      return recordReads(field, `${path}/${name}`, readPaths);
    },
  });
}

const pathsOf = (value: unknown, path: string): readonly string[] =>
  typeof value !== "object" || value === null
    ? []
    : Object.entries(value).flatMap(([name, field]) => [`${path}/${name}`, ...pathsOf(field, `${path}/${name}`)]);

describe.skipIf(helm === undefined)(`the Helm chart${skipNote}`, () => {
  test("helm lint prints no warning", () => {
    for (const values of VALUES) {
      const { status, stdout } = run("lint", CHART, "--strict", ...withValues(join(CHART, values)));
      expect([values, status, stdout.match(/\[(WARNING|ERROR)\].*/g)]).toEqual([values, 0, null]);
    }
  });

  test.each(VALUES)("the values %s yield valid Kubernetes objects, without duplicates or unknown fields", (values) => {
    const objects = render(values);
    expect(objects.flatMap(problemsOf)).toEqual([]);
    expect(new Set(objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).size).toBe(objects.length);
    const hasBatch = values === "ci/batch.yaml";
    expect(objects.filter(({ kind }) => kind === "Deployment")).toHaveLength(SERVICES.length + (hasBatch ? 1 : 0));
  });

  test("the check finds a field that Kubernetes does not know", () => {
    const [deployment] = render("ci/default.yaml").filter(({ kind }) => kind === "Deployment");
    const misspelt = structuredClone(deployment!) as { spec: { template: { spec: { containers: object[] } } } };
    Object.assign(misspelt.spec.template.spec.containers[0]!, { readynessProbe: {} });
    expect(problemsOf(misspelt as never)).toEqual([
      expect.stringContaining("/spec/template/spec/containers/0/readynessProbe is an unknown field"),
    ]);
    Object.assign(misspelt.spec, { template: [] });
    expect(problemsOf(misspelt as never)).toEqual([expect.stringContaining("must be object")]);
  });

  test.each(REFUSED_VALUES)("the values %s are refused with the message that the file states", (values) => {
    const refusal = /^# Refused: (.*)$/m.exec(readFileSync(join(CHART, values), "utf8"))![1];
    const { status, stderr } = template(join(CHART, values));
    expect([status, stderr]).toEqual([1, expect.stringContaining(refusal!)]);
  });

  describe.each(["ci/default.yaml", "ci/whole.yaml"])("with %s", (values) => {
    // Evaluated during test collection, even when the tests are skipped.
    const objects = (helm === undefined ? [] : render(values)) as readonly (KubernetesObject & {
      readonly spec: Spec;
    })[];
    const find = (kind: string, name: string) => {
      const matches = objects.filter((object) => object.kind === kind && object.metadata.name === name);
      expect(matches).toHaveLength(1);
      return matches[0]!;
    };

    test.each(SERVICES.map((service) => [service.name, service] as const))(
      "%s has exactly the variables and secrets that it reads",
      (name, service) => {
        const [container] = find("Deployment", `test-${name}`).spec.template.spec.containers;
        const variables = container!.env.map((variable) => variable.name).filter((item) => item.startsWith("ETESIAN_"));
        const knownVariables = new Set(["ETESIAN_TOKEN", ...Object.keys(settingsOf([service])).map(variableOf)]);
        const neededAddresses = Object.keys(service.needs).map((need) => variableOf(`${need}Address`));
        expect(
          variables.filter((variable) => !knownVariables.has(variable) && !neededAddresses.includes(variable)),
        ).toEqual([]);
        expect(variables.filter((variable) => variable.endsWith("_ADDRESS")).sort()).toEqual(neededAddresses.sort());
        const secrets = container!.env
          .filter(({ valueFrom }) => valueFrom !== undefined)
          .map((variable) => variable.name);
        const stores = ["ETESIAN_READ_MODELS", "ETESIAN_STORE"].filter((variable) => knownVariables.has(variable));
        const ownSecrets =
          name === "accounts" ? ["ETESIAN_KEYS", ...(values === "ci/whole.yaml" ? ["ETESIAN_SMTP"] : [])] : [];
        expect(secrets.sort()).toEqual([...ownSecrets, ...stores, "ETESIAN_TOKEN"].sort());
      },
    );

    test.each(SERVICES.map(({ name }) => name))(
      "%s runs without privileges, and is monitored, scaled and discoverable",
      (name) => {
        const { spec } = find("Deployment", `test-${name}`);
        const { labels } = spec.template.metadata;
        expect(labels).toMatchObject(spec.selector.matchLabels!);
        // With an autoscaler the manifest has no number of replicas, because each upgrade would reset it.
        expect(spec).not.toHaveProperty("replicas");
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
        const service = find("Service", `test-${name}`).spec;
        expect(labels).toMatchObject(service.selector);
        for (const { targetPort } of service.ports!) expect(ports).toContain(targetPort);
        const scaler = find("HorizontalPodAutoscaler", `test-${name}`).spec;
        expect(scaler.scaleTargetRef!.name).toBe(`test-${name}`);
        expect(scaler.maxReplicas).toBeGreaterThanOrEqual(scaler.minReplicas!);
        expect(labels).toMatchObject(find("PodDisruptionBudget", `test-${name}`).spec.selector.matchLabels!);
      },
    );
  });

  test("on a strict platform, pods have no fixed user and reach only named destinations, and backups have the stores' secrets", () => {
    const objects = render("ci/strict.yaml");
    const find = (kind: string, name: string): KubernetesObject =>
      objects.find((object) => object.kind === kind && object.metadata.name === name)!;
    const { spec } = find("Deployment", "test-compute") as unknown as { readonly spec: Spec };
    expect(spec.template.spec.securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: "RuntimeDefault" },
    });
    const [container] = spec.template.spec.containers;
    expect(container!.env).toContainEqual({ name: "ETESIAN_RPC_TLS", value: "/rpc-tls" });
    expect(spec.template.spec).toMatchObject({
      volumes: expect.arrayContaining([{ name: "rpc-tls", secret: { secretName: "etesian-rpc" } }]) as unknown,
      containers: [
        {
          volumeMounts: expect.arrayContaining([{ name: "rpc-tls", mountPath: "/rpc-tls", readOnly: true }]) as unknown,
        },
      ],
    });
    expect(find("NetworkPolicy", "test-egress").spec).toMatchObject({
      policyTypes: ["Egress"],
      egress: [
        { to: [{ podSelector: { matchLabels: { "app.kubernetes.io/instance": "test" } } }] },
        {
          ports: [
            { port: 53, protocol: "UDP" },
            { port: 53, protocol: "TCP" },
          ],
        },
        { to: [{ ipBlock: { cidr: "10.0.0.0/24" } }], ports: [{ port: 5432 }, { port: 4222 }] },
      ],
    });
    const job = find("CronJob", "test-backup").spec as {
      readonly schedule: string;
      readonly jobTemplate: { readonly spec: { readonly template: { readonly spec: Spec["template"]["spec"] } } };
    };
    expect(job.schedule).toBe("15 3 * * *");
    const [backup] = job.jobTemplate.spec.template.spec.containers;
    expect(backup).toMatchObject({
      args: ["services/standalone/src/backup/cli.ts", "create", "/backups", "--keep", "30"],
      securityContext: { readOnlyRootFilesystem: true },
    });
    expect(backup!.env.map(({ name }) => name).toSorted()).toEqual([
      "ETESIAN_KEYS",
      "ETESIAN_READ_MODELS",
      "ETESIAN_STORE",
    ]);
    expect(existsSync(join(PROJECT, "services/standalone/src/backup/cli.ts"))).toBe(true);
  });

  test("the batch service reads its settings, does not return memory between calculations, and scales with the bus's queue", () => {
    const objects = render("ci/batch.yaml").filter(({ metadata }) => metadata.name === "test-batch");
    expect(objects.map(({ kind }) => kind).toSorted()).toEqual(["Deployment", "ScaledObject"]);
    const spec = objects.find(({ kind }) => kind === "Deployment")!.spec as Spec;
    expect(spec).not.toHaveProperty("replicas");
    const [container] = spec.template.spec.containers;
    expect(container).toMatchObject({ args: ["services/batch/src/main.ts"] });
    const batch = DISTRIBUTED.find(({ name }) => name === "batch")!;
    const knownVariables = Object.keys(settingsOf([batch])).map(variableOf);
    const names = container!.env.map(({ name }) => name);
    expect(names.filter((name) => name.startsWith("ETESIAN_") && !knownVariables.includes(name))).toEqual([]);
    for (const [name, value] of Object.entries(memoryVariables)) expect(container!.env).toContainEqual({ name, value });
    const scaledObject = ScaledObject.parse(objects.find(({ kind }) => kind === "ScaledObject"));
    expect(scaledObject.spec.scaleTargetRef.name).toBe("test-batch");
    expect(scaledObject.spec.triggers[0].metadata).toMatchObject({
      stream: queueStream("energy", QUEUE),
      consumer: WORKERS,
      account: "$G",
    });
  });

  test("a chart without an autoscaler sets the number of pods", () => {
    const objects = render("ci/one-of-each.yaml");
    expect(objects.filter(({ kind }) => kind === "HorizontalPodAutoscaler")).toEqual([]);
    const deployments = objects.filter(({ kind }) => kind === "Deployment");
    expect(deployments.map(({ spec }) => (spec as { replicas?: number }).replicas)).toEqual(SERVICES.map(() => 1));
  });

  test("behind its ingress, the public URL has the host's name, one proxy is trusted, and operators' pages are unreachable", () => {
    const objects = render("ci/ingress.yaml");
    const gateway = objects.find(({ kind, metadata }) => kind === "Deployment" && metadata.name === "test-gateway");
    const { env } = (gateway!.spec as Spec).template.spec.containers[0]!;
    expect(env).toEqual(
      expect.arrayContaining([
        { name: "ETESIAN_PUBLIC_URL", value: "https://energy.example.org" },
        { name: "ETESIAN_TRUST_PROXY", value: "1" },
      ]),
    );
    const ingress = objects.find(({ kind }) => kind === "Ingress") as unknown as {
      readonly spec: { readonly rules: readonly { readonly http: { readonly paths: readonly Path[] } }[] };
    };
    const routes = ingress.spec.rules[0]!.http.paths.map(({ path, backend }) => [path, backend.service.name]);
    expect(routes).toEqual([
      ["/", "test-gateway"],
      ["/metrics", "test-nowhere"],
      ["/readyz", "test-nowhere"],
      ["/healthz", "test-nowhere"],
    ]);
    const emptyService = objects.find(({ metadata }) => metadata.name === "test-nowhere")!.spec as Spec;
    const pods = objects
      .filter(({ kind }) => kind === "Deployment")
      .map(({ spec }) => (spec as Spec).template.metadata);
    for (const { labels } of pods) expect(labels).not.toMatchObject(emptyService.selector);
  });

  test("large numbers are rendered as digits", () => {
    const gateway = render("ci/strangers.yaml").find(
      ({ kind, metadata }) => kind === "Deployment" && metadata.name === "test-gateway",
    );
    const { env } = (gateway!.spec as Spec).template.spec.containers[0]!;
    expect(env).toContainEqual({ name: "ETESIAN_RATE_LIMIT", value: "1000000" });
  });

  test("scrapers can read the gateway's metrics even if its clients are restricted", () => {
    const policy = render("ci/placed.yaml").find(
      ({ kind, metadata }) => kind === "NetworkPolicy" && metadata.name === "test-gateway",
    );
    const { ingress } = policy!.spec as { readonly ingress: readonly object[] };
    const monitoring = { namespaceSelector: { matchLabels: { name: "monitoring" } } };
    expect(ingress).toContainEqual({ ports: [{ port: 3000 }], from: [monitoring] });
  });

  test("metrics keep their label `service` although ServiceMonitor targets have a label of the same name", () => {
    const monitor = render("ci/monitoring.yaml").find(({ kind }) => kind === "ServiceMonitor");
    expect(monitor!.spec).toMatchObject({ endpoints: [{ honorLabels: true }] });
  });

  test("the Prometheus operator gets the same alerts as Prometheus", () => {
    const rule = render("ci/monitoring.yaml").find(({ kind }) => kind === "PrometheusRule");
    const alerts = readFileSync(join(CHART, "files/alerts.yaml"), "utf8");
    const { prometheusRule } = load(readFileSync(join(CHART, "ci/monitoring.yaml"), "utf8")) as {
      readonly prometheusRule: { readonly runbook: string };
    };
    expect(rule!.spec).toEqual(load(alerts.replaceAll("docs/reference/alerts.md#", `${prometheusRule.runbook}#`)));
  });
});

interface Path {
  readonly path: string;
  readonly backend: { readonly service: { readonly name: string } };
}

interface Spec {
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
        readonly env: readonly { readonly name: string; readonly valueFrom?: object }[];
        readonly ports: readonly { readonly name: string }[];
      }[];
    };
  };
}
