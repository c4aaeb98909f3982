/** Rotates between areas: a recalculation costs the same whether one area is in use or many. */
import { blankRecipe } from "@etesian/sliders";
import { type Benchmark, mean, printDistribution, printFigure } from "@etesian/workbench/report";
import { openWorkbench, withOneSliderMoved, type Workbench } from "@etesian/workbench/scenarios";
import { measuredModel } from "@etesian/workbench/server";
import { Rounds, endTask } from "@etesian/workbench/solving";

const COUNTS = [1, 2, 4, 8, 24];
/** Rotations over all areas; the first ones are warm-up. */
const ROTATIONS = 12;
const WARM_UP_ROTATIONS = 4;
/** Limit on the CPU time with many areas, relative to one area. */
const MAX_RATIO = 1.3;

/** Areas of the reference model, the most frequently used first. */
export const AREAS: readonly string[] = measuredModel.isReference
  ? (
      "nl2023 GM0363_amsterdam DE_germany nl2019 PV27_2022_noord_holland ES03_drenthe PV31_limburg FR_france " +
      "PV20_groningen PV21_fryslan PV22_drenthe PV23_overijssel PV24_flevoland PV25_gelderland PV26_utrecht " +
      "PV27_noord_holland PV28_zuid_holland PV29_zeeland PV30_noord_brabant ES01_groningen UKNI01_northern_ireland ES_spain PL_poland ES24_zeeland"
    ).split(" ")
  : [measuredModel.area];

export const areasBenchmark: Benchmark = {
  about: `hourly recalculation with ${COUNTS.join(", ")} areas in rotation, in process`,
  run: async (print) => {
    let singleAreaCpu = Number.NaN;
    let isWithinLimits = true;
    for (const count of COUNTS.filter((count) => count <= AREAS.length)) {
      const workbenches = await Promise.all(AREAS.slice(0, count).map((area) => openWorkbench(area)));
      const times = await rotate(workbenches);
      const cpu = mean(times.cpu);
      if (count === 1) singleAreaCpu = cpu;
      printDistribution(print, `${count} areas in turn`, times);
      if (count > 1)
        isWithinLimits =
          printFigure(print, "  CPU time relative to one area", cpu / singleAreaCpu, "times", {
            atMost: MAX_RATIO,
          }) && isWithinLimits;
    }
    return isWithinLimits || !measuredModel.isReference;
  },
};

async function rotate(workbenches: readonly Workbench[]): Promise<Rounds> {
  const moves = workbenches.map((workbench) =>
    withOneSliderMoved(workbench, blankRecipe(workbench.dataset.area, 2050)),
  );
  let times = new Rounds();
  // With few areas, more rotations keep the thread warm and yield the same number of samples.
  const turns = ROTATIONS * Math.ceil(COUNTS.at(-1)! / workbenches.length / 4);
  for (let turn = 0; turn < WARM_UP_ROTATIONS + turns; turn++) {
    if (turn === WARM_UP_ROTATIONS) times = new Rounds();
    for (const [index, { engine, dataset }] of workbenches.entries()) {
      times.measure(() => engine.solve(dataset, moves[index]!(turn))).release();
      await endTask();
    }
  }
  return times;
}
