/** The sliders of good answers as a table. */
import { type Column, Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { formatFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { positionOf } from "../workbench/positions.ts";
import { AnswerMark } from "./AnswerMark.tsx";
import type { Answers, Varied } from "./answer-rows.ts";
import { useExploreWords } from "./use-explore-words.ts";

/** By slider: the range of good answers, and its value in each of the chosen ones. */
export function CommonTable({
  answers: { answers, common },
  varied,
}: {
  readonly answers: Answers;
  readonly varied: readonly Varied[];
}) {
  const { model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const words = useExploreWords();
  const state = useSession((whole) => whole);
  const shown = (key: string, value: number): string =>
    formatFigure(value * (model.sliders.get(key)?.factor ?? 1), language);
  const placeOf = ({ from, to }: Varied, value: number): number =>
    to > from ? ((value - from) / (to - from)) * 100 : 50;
  return (
    <Figures
      columns={[
        {
          head: texts.compare.slider,
          kind: "name",
          cell: ({ key }) => (
            <NameWithDetail
              name={model.sliders.get(key)?.title ?? key}
              detail={model.sliders.get(key)?.unit ?? inputs.get(key)?.unit}
            />
          ),
        },
        {
          head: words.present,
          cell: ({ key }) => {
            const present = Number(positionOf(state, key) ?? inputs.get(key)?.default ?? NaN);
            return Number.isNaN(present) ? "–" : shown(key, present);
          },
        },
        {
          head: null,
          kind: "bars",
          isExtra: true,
          cell: (slider, index) => {
            const range = common[index] ?? null;
            const at = (value: number): number => placeOf(slider, value);
            return (
              <span className="barRow move">
                <i className="track" />
                {range !== null && (
                  <i
                    className="way"
                    style={{ left: `${at(range.low)}%`, width: `${at(range.high) - at(range.low)}%` }}
                  />
                )}
                {answers.map(({ variant, positions }) => (
                  <i key={variant} className="tickMark" style={{ left: `${at(positions[index]!)}%` }} />
                ))}
              </span>
            );
          },
        },
        ...answers.map(({ positions }, answer): Column<Varied> => ({
          head: <AnswerMark place={answer} />,
          cell: ({ key }, index) => <data value={positions[index]}>{shown(key, positions[index]!)}</data>,
        })),
      ]}
      rows={varied}
      attributesOf={({ key }) => ({ key, data: { "data-slider": key } })}
    />
  );
}
