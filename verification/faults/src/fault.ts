/** Types and helpers that all faults share. */
import { hasNatsProgram, TestBroker } from "@etesian/event-bus/testing";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Print } from "@etesian/workbench/report";
import type { Ledger } from "./ledger.ts";
import type { FaultyServer } from "./server.ts";

export interface Fault {
  readonly description: string;
  /** The default number of rounds. */
  readonly rounds: number;
  /**
   * Runs the fault; returns broken invariants, empty when all hold. Kills and cuts stop early when `isOver` returns
   * true.
   */
  readonly run: (print: Print, rounds: number, isOver: () => boolean) => Promise<readonly string[]>;
}

/** A fault that cannot be injected here; the message states the reason. */
export class SkippedFault extends Error {
  override readonly name = "Skipped";
}

/** Runs work in a temporary directory. */
export async function inTemporaryDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), "etesian-faults-"));
  try {
    return await work(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Starts a message broker; null when its program is not installed. */
export async function startPrivateBroker(): Promise<TestBroker | null> {
  if (!hasNatsProgram()) return null;
  const broker = await TestBroker.create();
  await broker.start();
  return broker;
}

/** Summarises the clients' requests in one line. */
export function summaryOf(ledger: Ledger): string {
  const { sentCount, acknowledgedCount, refusedCount, unansweredCount, busyReads, slowest, slowestRequest } = ledger;
  return (
    `${sentCount} writes sent, ${acknowledgedCount} acknowledged; ${refusedCount} times 503, ${unansweredCount} without a response; ` +
    `${[...busyReads].map(([reason, times]) => `${times} reads retried (${reason})`).join(", ") || "no read was retried"}; ` +
    `slowest response ${(slowest / 1000).toFixed(1)} s (${slowestRequest})`
  );
}

/** Formats values as "p50 1.2, p99 3.1, max 3.4". */
export function spread(values: readonly number[], digits = 1): string {
  if (values.length === 0) return "not measured";
  const sorted = values.toSorted((a, b) => a - b);
  const percentileText = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!.toFixed(digits);
  return `p50 ${percentileText(0.5)}, p99 ${percentileText(0.99)}, max ${percentileText(1)}`;
}

/** Reports a server that has exited unexpectedly. */
export const unexpectedEnd = ({ unexpectedExit }: FaultyServer): readonly string[] =>
  unexpectedExit === null ? [] : [`the process has exited: ${unexpectedExit}`];
