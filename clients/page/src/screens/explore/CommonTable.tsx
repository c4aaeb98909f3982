/** The sliders of good answers as a table. */
import { type Column, Figures, Named } from "../../charts/Figures.tsx";
import { figure } from "../../figures/figures.ts";
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
  const shown = (key: string, value: number): string => figure(value * (model.sliders.get(key)?.factor ?? 1), language);
  const placeOf = ({ from, to }: Varied, value: number): number =>
    to > from ? ((value - from) / (to - from)) * 100 : 50;
  return (
    <Figures
      columns={[
        {
          head: texts.compare.slider,
          kind: "name",
          cell: ({ key }) => (
            <Named
              name={model.sliders.get(key)?.title ?? key}
              more={model.sliders.get(key)?.unit ?? inputs.get(key)?.unit}
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
          cell: (slider, place) => {
            const range = common[place] ?? null;
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
                  <i key={variant} className="tickMark" style={{ left: `${at(positions[place]!)}%` }} />
                ))}
              </span>
            );
          },
        },
        ...answers.map(({ positions }, answer): Column<Varied> => ({
          head: <AnswerMark place={answer} />,
          cell: ({ key }, place) => <data value={positions[place]}>{shown(key, positions[place]!)}</data>,
        })),
      ]}
      rows={varied}
      markOf={({ key }) => ({ key, data: { "data-slider": key } })}
    />
  );
}
