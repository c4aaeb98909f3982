/** The choice of another chart for a pane. */
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
  return (
    <select
      className="other"
      aria-label={`${texts.chart}: ${chart.title}`}
      value={chart.key}
      onChange={({ target }) => onChoose(target.value)}
    >
      {[chart, ...others].map(({ key, title }) => (
        <option key={key} value={key}>
          {title}
        </option>
      ))}
    </select>
  );
}
