/** The part of Prometheus' configuration that scrapes the processes of a cluster. */
import type { Member } from "./cluster.ts";

/** In YAML. Alerts and dashboard name a process by `instance`. */
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
