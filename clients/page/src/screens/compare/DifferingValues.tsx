/** The values that differ between two scenarios. */
import { type Difference, partsToward } from "../../calculation/comparison.ts";
import { sliderValues } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";

/** Maximum number of named group members; the others are counted. */
const MAX_NAMED = 3;

/**
 * The values that differ: "from 21.5 to 38.5 GW"; for a group, "Gas boiler from 76.0 to 5.00 %, Air heat pump from 3.00
 * to 55.0 %, 4 more".
 */
export function DifferingValues({ row, toward }: { readonly row: Difference; readonly toward: number }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const locale = { texts, language };
  const isSingle = row.members.length === 1;
  const differing = isSingle ? [{ key: row.members[0]!, values: row.values }] : partsToward(row, toward);
  const parts = differing.map(({ key, values: [ownValue = null, ...otherValues] }) => {
    const slider = model.sliders.get(key) ?? { title: key, unit: "", factor: 1 };
    const [from, to] = sliderValues([ownValue, otherValues[toward] ?? null], slider, locale);
    return texts.compare.part(isSingle ? "" : slider.title, from, to);
  });
  const more = parts.length - MAX_NAMED;
  const text = [...parts.slice(0, MAX_NAMED), ...(more > 0 ? [texts.compare.moreParts(more)] : [])].join(", ");
  return (
    <span className="parts" title={parts.join("\n")}>
      {text}
    </span>
  );
}
