/** The sliders of good answers as a table. */
import { type Column, Figures, NameWithDetail } from "../../charts/Figures.tsx";
import { formatFigure } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { positionOf } from "../workbench/positions.ts";
import { AnswerMark } from "./AnswerMark.tsx";
import type { AnswerSelection, VariedSetting } from "./answer-rows.ts";
import { useExploreTexts } from "./use-explore-texts.ts";

/** For each slider: the range of the good variants, and its position in each chosen answer. */
export function CommonTable({
  selection: { answers, commonRanges },
  varied,
}: {
  readonly selection: AnswerSelection;
  readonly varied: readonly VariedSetting[];
}) {
  const { model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const exploreTexts = useExploreTexts();
  const sessionState = useSession((state) => state);
  const formatPosition = (key: string, value: number): string =>
    formatFigure(value * (model.sliders.get(key)?.factor ?? 1), language);
  const percentOf = ({ from, to }: VariedSetting, value: number): number =>
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
          head: exploreTexts.present,
          cell: ({ key }) => {
            const present = Number(positionOf(sessionState, key) ?? inputs.get(key)?.default ?? NaN);
            return Number.isNaN(present) ? "–" : formatPosition(key, present);
          },
        },
        {
          head: null,
          kind: "bars",
          isExtra: true,
          cell: (slider, index) => {
            const range = commonRanges[index] ?? null;
            const at = (value: number): number => percentOf(slider, value);
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
        ...answers.map(({ positions }, answerIndex): Column<VariedSetting> => ({
          head: <AnswerMark index={answerIndex} />,
          cell: ({ key }, index) => <data value={positions[index]}>{formatPosition(key, positions[index]!)}</data>,
        })),
      ]}
      rows={varied}
      attributesOf={({ key }) => ({ key, data: { "data-slider": key } })}
    />
  );
}
