/** Prometheus scrape configuration for the processes of a cluster. */
import type { Member } from "./cluster.ts";

/** The configuration as YAML. Alerts and dashboard identify a process by `instance`. */
export const scrapeConfiguration = (members: readonly Pick<Member, "name" | "operations">[]): string =>
  [
    "scrape_configs:",
    "  - job_name: etesian",
    "    static_configs:",
    ...members.flatMap(({ name, operations }) => [
      `      - targets: ["${new URL(operations).host}"]`,
      `        labels: { instance: ${name} }`,
    ]),
  ].join("\n");
