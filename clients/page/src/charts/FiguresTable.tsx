/** The numbers of a chart as a table. */
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { type Series, shownOf } from "./series.ts";

export function FiguresTable({
  series,
  years,
  caption,
}: {
  readonly series: readonly Series[];
  readonly years: { readonly today: string; readonly future: string };
  readonly caption: string;
}) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : figure(value, language));
  const difference = (one: Series): string => cell(shownOf(one, "difference"));
  return (
    <table className="figures">
      <caption className="unseen">{caption}</caption>
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
        </tr>
      </thead>
      <tbody>
        {series.map((one) => (
          <tr key={one.key}>
            <td>{one.label}</td>
            <td className="right">{cell(one.today)}</td>
            <td className="right">{cell(one.future)}</td>
            <td className="right">{difference(one)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
