/**
 * A simulated pointer inside the page. Moves sent from another process arrive late on a busy machine, which would
 * distort measurements of the page.
 */
import { readdirSync, readFileSync } from "node:fs";
import type { Browser } from "playwright-core";

/**
 * For scripts of a page: `pointerOn(key)` is a pointer on a slider's thumb. Positions are in pixels from the point
 * where it was pressed.
 */
export const POINTER = `
const pointerOn = (key) => {
  const row = document.querySelector('[data-input="' + key + '"]');
  const thumb = row.querySelector(".thumb");
  const { left, top, width, height } = thumb.getBoundingClientRect();
  const track = row.querySelector(".track").getBoundingClientRect();
  const from = left + width / 2;
  const point = (target, type, at) => target.dispatchEvent(new PointerEvent(type, {
    pointerId: 1, pointerType: "mouse", isPrimary: true, button: type === "pointermove" ? -1 : 0,
    buttons: type === "pointerup" ? 0 : 1, clientX: from + at, clientY: top + height / 2,
    width: 1, height: 1, pressure: 0.5, bubbles: true, cancelable: true,
  }));
  return {
    /** Pixels to the right end of the track. */
    room: track.right - from,
    press: () => point(thumb, "pointerdown", 0),
    move: (at) => point(window, "pointermove", at),
    release: (at) => point(window, "pointerup", at),
    escape: () => window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })),
    /** The thumb's position, in the slider's unit. */
    value: () => Number(row.querySelector("input[type=range]").value),
  };
};
/** The next frame, and the moment when it has been painted. */
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const painted = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => resolve(performance.now());
  port2.postMessage(null);
});
`;

export interface ProcessorTime {
  /** CPU time of the page's main thread (ms). */
  readonly main: number;
  /** CPU time of its dedicated workers (ms). */
  readonly workers: number;
}

/**
 * Total CPU time of a browser's pages, by process, as reported by Linux. Unlike wall time, it hardly depends on other
 * programs.
 */
export async function processorTimes(browser: Browser): Promise<ReadonlyMap<number, ProcessorTime>> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  await session.detach();
  return new Map(processInfo.flatMap(({ type, id }) => (type === "renderer" ? [[id, timesOf(id)] as const] : [])));
}

function timesOf(pid: number): ProcessorTime {
  const tasks = `/proc/${pid}/task`;
  let [main, workers] = [0, 0];
  for (const task of readdirSync(tasks)) {
    const name = readFileSync(`${tasks}/${task}/comm`, "utf8");
    // The first field is the time on a processor (ns).
    const milliseconds = Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    if (Number(task) === pid) main += milliseconds;
    else if (name.startsWith("DedicatedWorker")) workers += milliseconds;
  }
  return { main, workers };
}

/** The CPU time of the busiest page between two moments. */
export function timeBetween(
  previous: ReadonlyMap<number, ProcessorTime>,
  current: ReadonlyMap<number, ProcessorTime>,
): ProcessorTime {
  const differences = Array.from(current, ([id, { main, workers }]) => {
    const earlier = previous.get(id) ?? { main: 0, workers: 0 };
    return { main: main - earlier.main, workers: workers - earlier.workers };
  });
  return differences.toSorted((a, b) => b.main + b.workers - a.main - a.workers)[0]!;
}
