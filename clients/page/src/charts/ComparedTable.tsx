/** The figures of a chart in several scenarios as a table. */
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { differenceOf } from "./compared.ts";
import type { ComparedProps } from "./kinds/chart-kind.ts";

export function ComparedTable({ chart, series, view, names, today }: Omit<ComparedProps, "size" | "summary">) {
  const { texts, language } = useTexts();
  const cell = (value: number | null): string => (value === null ? texts.noValue : figure(value, language));
  const isDifference = view === "difference";
  const rows = isDifference ? differenceOf(series) : series;
  return (
    <table className="figures">
      <caption className="unseen">{chart.title}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          {(isDifference ? names.slice(1) : [today, ...names]).map((name, index) => (
            <th key={`${index} ${name}`} scope="col" className="right">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.key}>
            <td>{one.label}</td>
            {[...(isDifference ? [] : [one.today]), ...one.values].map((value, index) => (
              <td key={index} className="right">
                {cell(value)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
