/** A few numbers for the whole system: their values, changes and positions in their ranges. */
import { type ReactNode, useContext, useRef } from "react";
import { Button, OverlayTriggerStateContext, ToggleButton } from "react-aria-components";
import { useStore } from "zustand";
import type { Answer } from "../../calculation/calculator.ts";
import { formatFigure, formatInFull } from "../../figures/figures.ts";
import { scaleOf } from "../../figures/prefixes.ts";
import { missingReason, reasonOf, valueOf, withReason, type Year } from "../../figures/values.ts";
import type { HeadlineNumber } from "@etesian/interface";
import { useTexts } from "../../texts/language.tsx";
import { Facts, FactsButton } from "../../controls/Drawer.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { NumberChange } from "../NumberChange.tsx";
import { WhyLink } from "../why/WhyLink.tsx";
import { headlineRanges } from "./headline-ranges.ts";
import { overlay } from "./overlay.ts";
import { useWorkbenchNavigation } from "./pane-state.tsx";

/** Number of headline numbers that fit on a wide screen; narrower screens omit the last ones. */
const MAX_SHOWN = 8;

export interface NumberChoice {
  readonly chosen: string | null;
  readonly onChoose: (query: string) => void;
}

/** @param props.choice if absent, a number opens its chart; otherwise it is selected for the screen below */
export function HeadlineNumbers({ choice = null }: { readonly choice?: NumberChoice | null }) {
  const { numbers } = useWorkspace();
  return (
    <NumberList>
      {numbers.slice(0, MAX_SHOWN).map((number) => (
        <li
          key={number.query}
          data-query={number.query}
          className={choice?.chosen === number.query ? "chosen" : undefined}
        >
          {choice === null ? <NumberTitle number={number} /> : <NumberToggle number={number} choice={choice} />}
          <FactsButton title={number.title}>
            <HeadlineFacts number={number} />
            <ChooseNumbers />
          </FactsButton>
          <Figure number={number} />
        </li>
      ))}
    </NumberList>
  );
}

/** Read-only headline numbers. */
export function PlainNumbers({ count }: { readonly count: number }) {
  const { numbers } = useWorkspace();
  return (
    <NumberList>
      {numbers.slice(0, count).map((number) => (
        <li key={number.query} data-query={number.query}>
          <span className="label">{number.title}</span>
          <Figure number={number} />
        </li>
      ))}
    </NumberList>
  );
}

function NumberToggle({
  number: { title, query },
  choice: { chosen, onChoose },
}: {
  readonly number: HeadlineNumber;
  readonly choice: NumberChoice;
}) {
  return (
    <ToggleButton className="label" isSelected={chosen === query} onChange={() => onChoose(query)}>
      {title}
    </ToggleButton>
  );
}

/** The title; it opens the number's chart if the model names one. */
function NumberTitle({ number: { title, chart } }: { readonly number: HeadlineNumber }) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const { showChart } = useWorkbenchNavigation();
  const linkedChart = chart === null ? undefined : model.charts.get(chart);
  if (linkedChart === undefined) {
    return (
      <span className="label" title={title}>
        {title}
      </span>
    );
  }
  return (
    <Button
      className="label"
      aria-label={texts.openChart(title, linkedChart.title)}
      onPress={() => showChart(linkedChart.key)}
    >
      {title}
    </Button>
  );
}

/** The list of numbers, with their recipe as an attribute for tests. */
function NumberList({ children }: { readonly children: ReactNode }) {
  const { texts } = useTexts();
  const recipe = useSession((state) => state.answer?.recipe);
  return (
    <ul className="headline" aria-label={texts.headline} data-recipe={recipe}>
      {children}
    </ul>
  );
}

/** A number's figures in the model's unit; null for a figure that does not exist. */
interface HeadlineFigure {
  readonly future: number | null;
  readonly today: number | null;
  readonly previous: number | null;
}

function useFigure(number: HeadlineNumber): HeadlineFigure {
  const numberIn = (answer: Answer | null, year: Year): number | null =>
    answer === null ? null : valueOf(answer, number.query, number, year);
  const future = useSession(({ answer }) => numberIn(answer, "future"));
  const today = useSession(({ answer }) => numberIn(answer, "today"));
  const previous = useSession((state) => numberIn(state.previousAnswer, "future"));
  return { future, today, previous };
}

/** Why a number does not exist in a year; empty if it exists or has not arrived yet. */
function useReason(number: HeadlineNumber, year: Year): string {
  const { texts } = useTexts();
  return useSession(({ answer, scenario: { endYear } }) => {
    if (answer === null) return "";
    const reason = missingReason(answer, number.query, number, year);
    const fault = answer.results.get(number.query)?.fault ?? null;
    return reason === null ? "" : reasonOf(reason, { texts, endYear, fault });
  });
}

function HeadlineFacts({ number }: { readonly number: HeadlineNumber }) {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const { future, today } = useFigure(number);
  const reasons = { future: useReason(number, "future"), today: useReason(number, "today") };
  const inYear = (value: number | null, year: Year): ReactNode =>
    value === null ? (
      withReason(texts.noValue, reasons[year])
    ) : (
      <span title={formatInFull(value * number.factor, language)}>
        {`${formatFigure(value * number.factor, language)} ${number.unit}`}
      </span>
    );
  const source = number.chart === null ? null : (model.charts.get(number.chart)?.source ?? null);
  return (
    <Facts
      facts={[
        { name: texts.pane.unit, value: number.unit },
        {
          name: texts.pane.why,
          value: <WhyLink query={number.query} title={number.title} />,
        },
        { name: texts.pane.future, value: inYear(future, "future") },
        { name: texts.today, value: inYear(today, "today") },
        {
          name: texts.pane.target,
          value: number.target === null ? null : `${formatFigure(number.target, language)} ${number.unit}`,
        },
        { name: texts.source, value: source },
      ]}
    />
  );
}

/** Closes the surrounding drawer and opens the choice of headline numbers. */
function ChooseNumbers() {
  const { texts } = useTexts();
  const drawer = useContext(OverlayTriggerStateContext);
  return (
    <Button
      className="button"
      onPress={() => {
        drawer?.close();
        overlay.setState({ shown: "numbers" });
      }}
    >
      {texts.actions.numbers}
    </Button>
  );
}

function Figure({ number }: { readonly number: HeadlineNumber }) {
  const { texts, language } = useTexts();
  const { magnitudes } = useWorkspace();
  const { future, ...others } = useFigure(number);
  const reason = useReason(number, "future");
  const range = useStore(headlineRanges, (ranges) => ranges.get(number.query) ?? null);
  const isAtRest = useSession(({ draggedSlider }) => draggedSlider === null);
  // The first answer's value, in the model's unit, below which the scale does not shrink.
  const initialValue = useRef<number | null>(null);
  initialValue.current ??= future;
  const inUnit = (value: number | null): number | null => (value === null ? null : value * number.factor);
  const [now, today, previous] = [inUnit(future), inUnit(others.today), inUnit(others.previous)];
  const [min, max] = scaleOf(
    number,
    [today, inUnit(initialValue.current), previous, isAtRest ? now : null],
    magnitudes,
  );
  const at = (value: number): string => `${Math.min(100, Math.max(0, ((value - min) / (max - min)) * 100))}%`;
  return (
    <>
      <span className="figure">
        <b title={reason === "" ? undefined : withReason(texts.noValue, reason)}>
          {future === null || now === null ? "–" : <data value={future}>{formatFigure(now, language)}</data>}
        </b>
        <span className="unit">{number.unit}</span>
        <NumberChange from={previous} to={now} better={number.better} />
        {range !== null && previous === null && (
          <span className="range" title={range.sentence}>
            <span className="unseen">{range.sentence}</span>
            <span aria-hidden="true">{range.text}</span>
          </span>
        )}
      </span>
      {now !== null && (
        <span className="rule" aria-hidden="true">
          {range !== null && (
            <i className="band" style={{ left: at(range.low), right: `calc(100% - ${at(range.high)})` }} />
          )}
          {today !== null && <i className="start" style={{ left: at(today) }} />}
          {number.target !== null && <i className="target" style={{ left: at(number.target) }} />}
          {previous !== null && previous !== now && (
            <>
              <i
                className="way"
                style={{ left: at(Math.min(previous, now)), right: `calc(100% - ${at(Math.max(previous, now))})` }}
              />
              <i className="ghost" style={{ left: at(previous) }} />
            </>
          )}
          <i className="now" style={{ left: at(now) }} />
        </span>
      )}
    </>
  );
}
