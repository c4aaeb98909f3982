/** The table of a report's assumptions. */
import { useId, useMemo } from "react";
import { type Column, Figures } from "../../charts/Figures.tsx";
import { sliderValue } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { readableCurveKey } from "../workbench/data/readable.ts";
import { type Assumption, assumptionsOf, otherAssumptions } from "./assumptions.ts";
import { useReportTexts } from "./use-report-texts.ts";

export function Assumptions() {
  const { inputs, model } = useWorkspace();
  const { texts, language } = useTexts();
  const reportTexts = useReportTexts();
  const base = useSession((state) => state.base);
  const rows = useMemo(() => assumptionsOf(base, inputs, model), [base, inputs, model]);
  const titleId = useId();
  const sliderOf = (key: string) => model.sliders.get(key) ?? { title: key, unit: "", factor: 1 };
  /** The value without its unit, which has its own column. */
  const valueOf = (key: string, value: Assumption["from"]): string => {
    if (value === null) return "–";
    const { unit, factor } = sliderOf(key);
    const text = sliderValue(value, { unit, factor }, { texts, language });
    return text.endsWith(` ${unit}`) ? text.slice(0, -unit.length - 1) : text;
  };
  const unitOf = (key: string): string => (sliderOf(key).unit === "bool" ? "" : sliderOf(key).unit);
  const columns: readonly Column<Assumption>[] = [
    {
      head: texts.compare.slider,
      kind: "name",
      cell: ({ key, isBalanced }) => (
        <>
          {sliderOf(key).title}
          {isBalanced && <span className="quiet">{` ${reportTexts.balanced}`}</span>}
        </>
      ),
    },
    { head: reportTexts.section, kind: "text", cell: ({ section }) => section },
    { head: String(base.startYear), cell: ({ key, from }) => valueOf(key, from) },
    { head: String(base.endYear), cell: ({ key, to }) => <b>{valueOf(key, to)}</b> },
    { head: texts.pane.unit, kind: "text", cell: ({ key }) => unitOf(key) },
  ];
  const { orders, curves, couplings, isScaled } = otherAssumptions(base);
  const others = [
    ...(orders.length > 0
      ? [`${texts.compare.otherDifferences.orders}: ${orders.map((name) => texts.yours.orderNames[name]).join(", ")}`]
      : []),
    ...(curves.length > 0
      ? [`${texts.compare.otherDifferences.curves}: ${curves.map((key) => readableCurveKey(key, language)).join("; ")}`]
      : []),
    ...(couplings.length > 0 ? [`${texts.compare.otherDifferences.couplings}: ${couplings.join(", ")}`] : []),
    ...(isScaled ? [texts.compare.otherDifferences.scaling] : []),
  ];
  return (
    <section className="assumptions" aria-labelledby={titleId}>
      <h2 id={titleId}>{reportTexts.assumptions(rows.filter(({ isBalanced }) => !isBalanced).length, inputs.size)}</h2>
      {rows.length > 0 && (
        <Figures columns={columns} rows={rows} attributesOf={({ key }) => ({ key, data: { "data-input": key } })} />
      )}
      {others.length > 0 && <p className="others">{`${reportTexts.alsoChanged} ${others.join(". ")}.`}</p>}
    </section>
  );
}
