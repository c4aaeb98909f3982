/** Memory of a tab: the process's memory as the operating system reports it, and its workers' heaps. */
import { readFileSync } from "node:fs";
import type { Browser, CDPSession, Page } from "@etesian/browser";

export const MB = 2 ** 20;

export interface Heap {
  /** Size of objects, MB. */
  readonly used: number;
  /** Size of typed arrays, MB. */
  readonly arrays: number;
}

/** Returns a function that reads the heap of a page's newest worker after a garbage collection. */
export async function workerHeap(page: Page): Promise<() => Promise<Heap>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const pendingCalls = new Map<number, (result: unknown) => void>();
  let worker = "";
  let lastId = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") worker = sessionId;
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id, result } = JSON.parse(message) as { readonly id: number; readonly result: unknown };
    pendingCalls.get(id)?.(result);
    pendingCalls.delete(id);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  const send = (method: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pendingCalls.set(id, resolve);
      session
        .send("Target.sendMessageToTarget", { sessionId: worker, message: JSON.stringify({ id, method }) })
        .catch(reject);
    });
  return async () => {
    await send("HeapProfiler.enable");
    await send("HeapProfiler.collectGarbage");
    const usage = (await send("Runtime.getHeapUsage")) as { usedSize: number; backingStorageSize?: number };
    return { used: usage.usedSize / MB, arrays: (usage.backingStorageSize ?? 0) / MB };
  };
}

/** Memory of a process (MB). */
export interface ResidentMemory {
  readonly total: number;
  /** Memory that no other process shares: excludes the program's code and the browser's shared pages. */
  readonly exclusive: number;
}

/** Resident memory of the largest renderer; NaN if the system does not report it (Linux does). */
export async function rendererMemory(browser: Browser): Promise<ResidentMemory> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  const [largest] = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => residentOf(id))
    .toSorted((a, b) => b.total - a.total);
  return largest ?? UNKNOWN;
}

const UNKNOWN: ResidentMemory = { total: Number.NaN, exclusive: Number.NaN };

function residentOf(pid: number): ResidentMemory {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
    const megabytes = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(rollup)?.[1]) / 1024;
    return { total: megabytes("Rss"), exclusive: megabytes("Private_Clean") + megabytes("Private_Dirty") };
  } catch {
    return UNKNOWN;
  }
}
