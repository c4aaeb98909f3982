/** The numbers of a chart as a table. */
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { withFullLabels } from "./chart-series.ts";
import type { AnnualProps } from "./kinds/chart-kind.ts";
import { shownOf } from "./series.ts";

export function FiguresTable({ chart, series, years }: Pick<AnnualProps, "chart" | "series" | "years">) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : figure(value, language));
  const differences = shownOf(series, "difference");
  const hasTargets = series.some(({ target }) => target !== null);
  return (
    <table className="figures">
      <caption className="unseen">{chart.title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col" className="right">
            {years.today}
          </th>
          <th scope="col" className="right">
            {years.future}
          </th>
          <th scope="col" className="right">
            {texts.difference}
          </th>
          {hasTargets && (
            <th scope="col" className="right">
              {texts.panesMore.target}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {withFullLabels(chart, series).map((one, index) => (
          <tr key={one.key}>
            <td>{one.label}</td>
            <td className="right">{cell(one.today)}</td>
            <td className="right">{cell(one.future)}</td>
            <td className="right">{cell(differences[index] ?? null)}</td>
            {hasTargets && <td className="right">{one.target === null ? "" : cell(one.target)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
