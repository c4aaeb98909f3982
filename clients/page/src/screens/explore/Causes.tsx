/** The causes of a number's range. */
import type { HeadlineNumber } from "@etesian/interface";
import type { SweepFound } from "../../calculation/calculator.ts";
import { Figures, Named } from "../../charts/Figures.tsx";
import { decimalsFor, figure, written } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { titleOfFactor } from "./factor-titles.ts";
import { useExploreWords } from "./use-explore-words.ts";

/** Number of listed causes. */
const CAUSES = 8;
/** A smaller part of the range is within the chance of the sample. */
const LEAST_CAUSE = 0.005;

/** The sliders that cause the range, by squared rank correlation. */
export function Causes({ found, number }: { readonly found: SweepFound | null; readonly number: HeadlineNumber }) {
  const { model } = useWorkspace();
  const { language } = useTexts();
  const words = useExploreWords();
  const influences = found?.estimates.figures.find(({ name }) => name === `query.${number.query}`)?.influences ?? [];
  const factors = new Map(found?.outline.factors.map((factor) => [factor.name, factor]));
  const causes = influences.flatMap((influence) => {
    const factor = factors.get(influence.factor);
    if (!("correlation" in influence) || factor === undefined) return [];
    const part = influence.correlation ** 2;
    return part < LEAST_CAUSE ? [] : [{ factor, part, rises: influence.correlation > 0 }];
  });
  const percent = (part: number): string =>
    `${written(part * 100, language, Math.max(0, decimalsFor(part * 100, 0)))}\u00a0%`;
  return (
    <section className="pane" aria-labelledby="causes-title">
      <header>
        <h3 id="causes-title">{words.causes}</h3>
      </header>
      <p className="say">{words.causesAbout}</p>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="causes-title">
        <Figures
          columns={[
            {
              head: words.uncertainty,
              kind: "name",
              cell: ({ factor }) => {
                const { unit, factor: ofUnit } = model.sliders.get(factor.name) ?? { unit: "", factor: 1 };
                const { from, to } = factor.positions!;
                const range = words.span(figure(from * ofUnit, language), `${figure(to * ofUnit, language)} ${unit}`);
                return <Named name={titleOfFactor(factor, model).title} more={range.trim()} />;
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
          markOf={({ factor }) => ({ key: factor.name })}
        />
      </div>
      <footer>
        <span>{found === null ? "" : words.causesFoot(found.outline.factors.length)}</span>
      </footer>
    </section>
  );
}
