/** Scales a full region down to a small one with the same shares and costs, but smaller amounts. */
import { attributesOf, ENERGY_NODE, MOLECULE_NODE, PROPORTIONAL_AREA_ATTRIBUTES } from "@etesian/model/definition";
import type { Scaling } from "@etesian/sliders";
import { EdgeType } from "../graph/topology/kinds.ts";
import type { YearState } from "../graph/state/year.ts";

const amounts = [...attributesOf(ENERGY_NODE, "number"), ...attributesOf(MOLECULE_NODE, "number")].filter(
  ({ scales }) => scales === true,
);
/** Node attributes that are proportional to the size of the region. A set, because most belong to both graphs. */
const PROPORTIONAL_NODE_ATTRIBUTES: ReadonlySet<string> = new Set(amounts.map(({ name }) => name));

/** Scales all amounts of a start state in place, and sets the sectors to exclude. */
export function scaleYear(year: YearState, scaling: Scaling): void {
  const factor = scaling.value / scaling.baseValue;
  for (const { topology, columns, edgeShare } of [year.energy, year.molecules]) {
    for (const name of PROPORTIONAL_NODE_ATTRIBUTES) {
      const column = columns[topology.columnByName.get(name) ?? -1];
      if (column !== undefined) multiply(column.values, factor);
    }
    for (let edge = 0; edge < topology.edgeCount; edge++) {
      if (topology.edgeType[edge] === EdgeType.Constant) edgeShare[edge]! *= factor;
    }
  }
  for (const name of Object.keys(PROPORTIONAL_AREA_ATTRIBUTES)) {
    const value = year.area.get(name);
    if (typeof value === "number") year.area.set(name, value * factor);
  }
  year.area.set("disabled_sectors", disabledSectors(scaling));
}

function multiply(numbers: Float64Array, factor: number): void {
  for (let i = 0; i < numbers.length; i++) numbers[i]! *= factor;
}

/** Sectors excluded from the small region. */
function disabledSectors({ hasAgriculture, hasEnergy, hasIndustry }: Scaling): readonly string[] {
  const sectors = { agriculture: hasAgriculture, energy: hasEnergy, industry: hasIndustry };
  return Object.entries(sectors).flatMap(([sector, isIncluded]) => (isIncluded ? [] : [sector]));
}
