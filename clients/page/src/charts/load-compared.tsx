/** Loads the drawings of comparisons on demand, because a first visit and embedded charts need none. */
import { lazyComponent } from "../controls/lazily.tsx";

const load = () => import("./compared-drawings.ts");

export const ComparedColumns = lazyComponent(async () => (await load()).ComparedColumns);
export const ComparedTable = lazyComponent(async () => (await load()).ComparedTable);
export const ComparedHours = lazyComponent(async () => (await load()).ComparedHours);
export const ComparedDurations = lazyComponent(async () => (await load()).ComparedDurations);
