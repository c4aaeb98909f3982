/**
 * `npm run bench -- compare OTHER_DIRECTORY name …`: alternates the same benchmarks between this checkout and another,
 * so that other load on the machine affects both equally. The other checkout runs its own program and has to print its
 * figures under the same names.
 */
import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { percentile, type Print } from "@etesian/workbench/report";

const ROUNDS = 3;
const FIGURES = ["best", "p50", "p90", "mean"] as const;

type Figures = { readonly [figure: string]: number };

/**
 * Prints, for each figure that both checkouts have, the ratio of the medians of all rounds; returns whether there is
 * one.
 */
export async function compare([other = "", ...names]: readonly string[], print: Print): Promise<boolean> {
  const thisCheckout = resolve(import.meta.dirname, "../..");
  const runs = { current: new Map<string, Figures[]>(), other: new Map<string, Figures[]>() };
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [side, directory] of [
      ["other", resolve(other)],
      ["current", thisCheckout],
    ] as const) {
      for (const [line, figures] of figuresOf(await output(directory, names))) {
        runs[side].set(line, [...(runs[side].get(line) ?? []), figures]);
      }
    }
    print(`round ${round} of ${ROUNDS}`);
  }
  let comparedLines = 0;
  for (const [line, currentRounds] of runs.current) {
    const otherRounds = runs.other.get(line);
    if (otherRounds === undefined) continue;
    const ratios = Object.keys(currentRounds[0]!).flatMap((figure) => {
      const [otherMedian, currentMedian] = [median(otherRounds, figure), median(currentRounds, figure)];
      return Number.isNaN(otherMedian)
        ? []
        : `${figure} ${otherMedian.toFixed(1)} → ${currentMedian.toFixed(1)} (÷ ${(otherMedian / currentMedian).toFixed(2)})`;
    });
    print(`${line.padEnd(44)} ${ratios.join("  ")}`);
    comparedLines++;
  }
  return comparedLines > 0;
}

/** Parses the lines of `printDistribution` into figures by name. */
export function figuresOf(text: string): ReadonlyMap<string, Figures> {
  const lines = new Map<string, Figures>();
  for (const line of text.split("\n")) {
    const [, name, wall, cpu = ""] = /^ {2}(\S.*?) +(best .*? ms)(?:; cpu (mean .*? ms))?/.exec(line) ?? [];
    if (name === undefined || wall === undefined) continue;
    lines.set(withoutCounts(name), { ...figuresIn(wall, ""), ...figuresIn(cpu, "cpu ") });
  }
  return lines;
}

function figuresIn(text: string, prefix: string): Figures {
  return Object.fromEntries(
    FIGURES.flatMap((figure) => {
      const value = new RegExp(`${figure} (\\d[\\d.]*)`).exec(text)?.[1];
      return value === undefined ? [] : [[prefix + figure, Number(value)]];
    }),
  );
}

/** The number of sliders in a class may differ by one between checkouts. */
const withoutCounts = (name: string): string => name.replace(/ \(\d+ sliders\)$/, "");

function median(rounds: readonly Figures[], figure: string): number {
  const values = rounds.map((figures) => figures[figure] ?? Number.NaN).toSorted((a, b) => a - b);
  return percentile(values, 0.5);
}

function output(directory: string, names: readonly string[]): Promise<string> {
  const node = join(directory, "node_modules/.bin/node");
  const child = spawn(node, [join(directory, "bench/src/cli.ts"), ...names], { stdio: ["ignore", "pipe", "inherit"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", () => resolve(text));
  });
}
