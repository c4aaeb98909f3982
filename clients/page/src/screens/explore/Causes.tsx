/** The causes of a number's range, and the ranges of the uncertain sliders. */
import { type ReactNode, useState } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepResult } from "../../calculation/calculator.ts";
import { Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { decimalsFor, formatFigure, formatDecimals } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { useExploreWords } from "./use-explore-words.ts";

/** Number of listed causes. */
const CAUSES = 8;
/** Smaller shares are within the sampling error. */
const MIN_CAUSE = 0.005;

/** The sliders that cause the range, by squared rank correlation. */
export function Causes({
  result,
  number,
  children,
}: {
  readonly result: SweepResult | null;
  readonly number: HeadlineNumber;
  /** The ranges of the sliders, which take the place of the causes on request. */
  readonly children: ReactNode;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const words = useExploreWords();
  const [isOfRanges, setIsOfRanges] = useState(false);
  const influences = result?.estimates.figures.find(({ name }) => name === `query.${number.query}`)?.influences ?? [];
  const factors = new Map(result?.outline.factors.map((factor) => [factor.name, factor]));
  const causes = influences.flatMap((influence) => {
    const factor = factors.get(influence.factor);
    if (!("correlation" in influence) || factor === undefined) return [];
    const part = influence.correlation ** 2;
    return part < MIN_CAUSE ? [] : [{ factor, part, rises: influence.correlation > 0 }];
  });
  const percent = (part: number): string =>
    `${formatDecimals(part * 100, language, Math.max(0, decimalsFor(part * 100, 0)))}\u00a0%`;
  return (
    <section className="pane" aria-labelledby="causes-title">
      <header>
        <h3 id="causes-title">{isOfRanges ? words.uncertainSliders : words.causes}</h3>
        <span className="space" />
        <Segments
          label={words.causesAs}
          selectedKey={isOfRanges ? "ranges" : "causes"}
          onChoose={(key) => setIsOfRanges(key === "ranges")}
          segments={[
            { key: "causes", label: words.causesShort },
            { key: "ranges", label: words.rangesShort },
          ]}
        />
      </header>
      <p className="say">{isOfRanges ? words.rangesBelong : words.causesAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="causes-title">
        {isOfRanges ? (
          children
        ) : (
          <Figures
            columns={[
              {
                head: words.uncertainty,
                kind: "name",
                cell: ({ factor }) => {
                  const { unit, factor: ofUnit } = model.sliders.get(factor.name) ?? { unit: "", factor: 1 };
                  const { from, to } = factor.positions!;
                  const range = words.span(
                    formatFigure(from * ofUnit, language),
                    `${formatFigure(to * ofUnit, language)} ${unit}`,
                  );
                  return <NameWithDetail name={titleOfFactor(factor, model).title} detail={range.trim()} />;
                },
              },
              {
                head: null,
                kind: "bars",
                cell: ({ part, rises }) => (
                  <span className="barRow">
                    <i className={rises ? "cause" : "cause falls"} style={{ left: 0, width: `${part * 100}%` }} />
                  </span>
                ),
              },
              { head: words.explains, cell: ({ part }) => percent(part) },
            ]}
            rows={causes.slice(0, CAUSES)}
            attributesOf={({ factor }) => ({ key: factor.name })}
          />
        )}
      </div>
      <footer>
        <span>{result === null || isOfRanges ? "" : words.causesFoot(result.outline.factors.length)}</span>
      </footer>
    </section>
  );
}
