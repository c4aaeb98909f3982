/** The choice of another chart for a pane. */
import { useDeferredValue } from "react";
import type { Chart } from "@etesian/interface";
import { useTexts } from "../texts/language.tsx";

export function ChartSelect({
  chart,
  others,
  onChoose,
}: {
  readonly chart: Chart;
  /** Those that the pane may have instead. */
  readonly others: readonly Chart[];
  readonly onChoose: (key: string) => void;
}) {
  const { texts } = useTexts();
  // The others come after the first drawing of the chart, which need not wait for hundreds of names.
  const areOthersDue = useDeferredValue(true, false);
  return (
    <select
      className="other"
      aria-label={`${texts.chart}: ${chart.title}`}
      value={chart.key}
      onChange={({ target }) => onChoose(target.value)}
    >
      {[chart, ...(areOthersDue ? others : [])].map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </select>
  );
}
