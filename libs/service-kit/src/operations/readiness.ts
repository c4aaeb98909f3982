/** Whether a process can serve requests: every part that it depends on is probed. A stopping process is not ready. */
export interface ReadinessReport {
  readonly ready: boolean;
  /** State of each part: "ok", or the problem. */
  readonly parts: { readonly [part: string]: string };
}

type Probe = () => Promise<void> | void;

const PROBE_LIMIT_MS = 2_000;

export class Readiness {
  readonly #probes = new Map<string, Probe>();
  #stopping = false;

  /** Adds a required part; the probe rejects with the problem. */
  add(part: string, probe: Probe): void {
    this.#probes.set(part, probe);
  }

  /** Makes the process unready, so that it receives no more traffic. */
  stop(): void {
    this.#stopping = true;
  }

  async report(): Promise<ReadinessReport> {
    const parts = await Promise.all(
      [...this.#probes].map(async ([part, probe]) => [part, await outcomeOf(probe)] as const),
    );
    if (this.#stopping) parts.push(["process", "stopping"]);
    return { ready: parts.every(([, outcome]) => outcome === "ok"), parts: Object.fromEntries(parts) };
  }
}

async function outcomeOf(probe: Probe): Promise<string> {
  const { promise: timeout, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve(`no response within ${PROBE_LIMIT_MS} ms`), PROBE_LIMIT_MS);
  try {
    return await Promise.race([timeout, Promise.resolve(probe()).then(() => "ok")]);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    clearTimeout(timer);
  }
}
