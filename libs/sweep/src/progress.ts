/** Progress of a sweep: one updated line in a terminal, or a line every ten seconds in a log. */
import type { Part } from "@etesian/explore";

const INTERVAL_MS = { terminal: 100, log: 10_000 };

export class Progress {
  readonly #total: number;
  readonly #startTime = performance.now();
  readonly #isTerminal = process.stderr.isTTY;
  #lastOutput = performance.now();
  done = 0;
  failed = 0;

  constructor(parts: readonly Part[]) {
    this.#total = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  }

  /** Adds calculated variants. */
  add(variants: number, failed: number): void {
    this.done += variants;
    this.failed += failed;
    const now = performance.now();
    if (now - this.#lastOutput < (this.#isTerminal ? INTERVAL_MS.terminal : INTERVAL_MS.log)) return;
    this.#lastOutput = now;
    const remainingMs = ((now - this.#startTime) / this.done) * (this.#total - this.done);
    const errors = this.failed === 0 ? "" : `, ${this.failed} with errors`;
    this.#show(
      `${Math.floor((100 * this.done) / this.#total)} %  ${this.done.toLocaleString("en")} of ` +
        `${this.#total.toLocaleString("en")} variants${errors}, ${Math.ceil(remainingMs / 1000)} s left`,
    );
  }

  /** Prints a permanent line. */
  print(line: string): void {
    this.clear();
    process.stderr.write(`${line}\n`);
  }

  clear(): void {
    if (this.#isTerminal) process.stderr.write("\r\u001b[K");
  }

  #show(line: string): void {
    process.stderr.write(this.#isTerminal ? `\r\u001b[K${line}` : `${line}\n`);
  }
}
