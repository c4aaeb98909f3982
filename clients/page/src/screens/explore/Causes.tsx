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
import { useExploreTexts } from "./use-explore-texts.ts";

/** Maximum number of listed causes. */
const MAX_CAUSES = 8;
/** Smaller shares may be sampling errors. */
const MIN_SHARE = 0.005;

/** The sliders that cause the range, by squared rank correlation. */
export function Causes({
  result,
  number,
  children,
}: {
  readonly result: SweepResult | null;
  readonly number: HeadlineNumber;
  /** The ranges of the sliders, shown instead of the causes on request. */
  readonly children: ReactNode;
}) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const exploreTexts = useExploreTexts();
  const [isShowingRanges, setIsShowingRanges] = useState(false);
  const influences = result?.estimates.figures.find(({ name }) => name === `query.${number.query}`)?.influences ?? [];
  const factors = new Map(result?.outline.factors.map((factor) => [factor.name, factor]));
  const causes = influences.flatMap((influence) => {
    const factor = factors.get(influence.factor);
    if (!("correlation" in influence) || factor === undefined) return [];
    const share = influence.correlation ** 2;
    return share < MIN_SHARE ? [] : [{ factor, share, isPositive: influence.correlation > 0 }];
  });
  const formatShare = (share: number): string =>
    `${formatDecimals(share * 100, language, Math.max(0, decimalsFor(share * 100, 0)))}\u00a0%`;
  return (
    <section className="pane" aria-labelledby="causes-title">
      <header>
        <h3 id="causes-title">{isShowingRanges ? exploreTexts.uncertainSliders : exploreTexts.causes}</h3>
        <span className="space" />
        <Segments
          label={exploreTexts.causesView}
          selectedKey={isShowingRanges ? "ranges" : "causes"}
          onChoose={(key) => setIsShowingRanges(key === "ranges")}
          segments={[
            { key: "causes", label: exploreTexts.causesShort },
            { key: "ranges", label: exploreTexts.rangesShort },
          ]}
        />
      </header>
      <p className="say">{isShowingRanges ? exploreTexts.rangesBelong : exploreTexts.causesAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="causes-title">
        {isShowingRanges ? (
          children
        ) : (
          <Figures
            columns={[
              {
                head: exploreTexts.uncertainty,
                kind: "name",
                cell: ({ factor }) => {
                  const { unit, factor: unitFactor } = model.sliders.get(factor.name) ?? { unit: "", factor: 1 };
                  const { from, to } = factor.positions!;
                  const range = exploreTexts.span(
                    formatFigure(from * unitFactor, language),
                    `${formatFigure(to * unitFactor, language)} ${unit}`,
                  );
                  return <NameWithDetail name={titleOfFactor(factor, model).title} detail={range.trim()} />;
                },
              },
              {
                head: null,
                kind: "bars",
                cell: ({ share, isPositive }) => (
                  <span className="barRow">
                    <i className={isPositive ? "cause" : "cause falls"} style={{ left: 0, width: `${share * 100}%` }} />
                  </span>
                ),
              },
              { head: exploreTexts.explains, cell: ({ share }) => formatShare(share) },
            ]}
            rows={causes.slice(0, MAX_CAUSES)}
            attributesOf={({ factor }) => ({ key: factor.name })}
          />
        )}
      </div>
      <footer>
        <span>{result === null || isShowingRanges ? "" : exploreTexts.causesFoot(result.outline.factors.length)}</span>
      </footer>
    </section>
  );
}
