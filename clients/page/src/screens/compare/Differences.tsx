/** Sliders that differ between the scenarios, with the effect of each alone, largest first. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { Button } from "react-aria-components";
import type { HeadlineNumber, InterfaceView } from "@etesian/interface";
import type { Answer } from "../../calculation/calculator.ts";
import { sortByEffect, type Difference, differencesOf, otherDifferences } from "../../calculation/comparison.ts";
import { LETTERS } from "../../charts/compared.ts";
import { Segments } from "../../controls/Segments.tsx";
import { Figures } from "../../charts/Figures.tsx";
import { decimalsFor, decimalsForColumn, formatSigned } from "../../figures/figures.ts";
import { valueOf } from "../../figures/values.ts";
import { verdictOf } from "../../figures/verdict.ts";
import { useTexts } from "../../texts/language.tsx";
import { useIsFixed, useSession, useWorkspace } from "../session-context.tsx";
import { useWorkbenchNavigation } from "../workbench/pane-state.tsx";
import { showSlider } from "../workbench/show-slider.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { slideWith, titleOfGroup } from "../workbench/slides.ts";
import { useComparedScenarios } from "./compared.ts";
import { DifferingValues } from "./DifferingValues.tsx";
import { useScenarioName } from "./use-scenario-name.ts";

/** Maximum number of headline numbers to choose from. */
const MAX_CHOICES = 4;

/** @param isOnServer whether the server calculates for this page: effects are then unknown */
export function Differences({ isOnServer }: { readonly isOnServer: boolean }) {
  const { session, model, inputs } = useWorkspace();
  const { texts, language } = useTexts();
  const stored = useSession((state) => state.base);
  const isFixed = useIsFixed();
  const answer = useSession((state) => state.answer);
  const isIdle = useSession((state) => state.draggedSlider === null && !state.isCalculating && state.unsentCount === 0);
  const effects = useSession((state) => state.effects);
  const others = useComparedScenarios();
  const nameOf = useScenarioName();
  const { effect: chosenNumber, toward } = useSearch({ strict: false });
  const navigate = useNavigate();
  const changeSearch = (change: Pick<WorkbenchSearch, "effect" | "toward">): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, ...change }), replace: true });

  const loadedScenarios = others.flatMap(({ stored: storedScenario, inputs: scenarioInputs, answer, id }) =>
    storedScenario === null || scenarioInputs === null
      ? []
      : [{ id, stored: storedScenario, inputs: scenarioInputs, answer }],
  );
  const target = loadedScenarios.find(({ id }) => id === toward) ?? loadedScenarios[0] ?? null;
  const targetIndex = target === null ? 0 : loadedScenarios.indexOf(target);
  const comparisonKey = JSON.stringify([
    stored.version,
    ...loadedScenarios.map(({ id, stored: { version } }) => [id, version]),
  ]);
  const allRows = useMemo(
    () =>
      differencesOf(
        { sliders: stored, inputs },
        loadedScenarios.map((scenario) => ({ sliders: scenario.stored, inputs: scenario.inputs })),
      ),
    [comparisonKey, inputs],
  );
  // Hundreds of sliders differ between areas, so they are listed without calculating their effects.
  const rows = useMemo(() => allRows.filter(({ differs }) => differs[targetIndex]), [allRows, targetIndex]);
  const movedRows = useMemo(() => rows.filter(({ isMoved }) => isMoved), [rows]);
  const choices = model.headline.slice(0, MAX_CHOICES);
  const pinned = choices.find(({ query }) => query === chosenNumber) ?? choices[0] ?? null;
  const secondNumber = choices.find(({ query }) => query !== pinned?.query) ?? null;

  useEffect(() => {
    if (!isIdle || target === null) return;
    session.trials.compareEffects(
      movedRows.map(({ moves }) => moves[targetIndex]!),
      choices.map(({ query }) => query),
    );
  }, [session, movedRows, targetIndex, isIdle]);

  if (target === null || pinned === null) return null;
  const areEffectsCurrent = effects?.variants.length === movedRows.length;
  const futureOf = (answer: Answer | null, number: HeadlineNumber): number | null =>
    answer === null ? null : valueOf(answer, number.query, number, "future");
  const effectOf = (row: Difference, number: HeadlineNumber): number | null => {
    const variant = areEffectsCurrent ? effects.resultsByIndex.get(movedRows.indexOf(row)) : undefined;
    const [before, after] = [futureOf(answer, number), variant?.results.get(number.query) ?? null];
    return before === null || after === null ? null : (after - before) * number.factor;
  };
  const refusalsOf = (row: Difference): readonly string[] =>
    (areEffectsCurrent ? effects.resultsByIndex.get(movedRows.indexOf(row))?.refusals : undefined) ?? [];
  const doneCount = areEffectsCurrent ? effects.resultsByIndex.size : 0;
  // Rows keep their order while effects arrive.
  const isDone = doneCount === movedRows.length;
  const dataRows = rows.filter(({ isMoved }) => !isMoved);
  const sortedRows = [...(isDone ? sortByEffect(movedRows, (row) => effectOf(row, pinned)) : movedRows), ...dataRows];
  const largest = Math.max(...rows.map((row) => Math.abs(effectOf(row, pinned) ?? 0)), 1e-12);
  const totalDifferenceOf = (number: HeadlineNumber): number | null => {
    const [a, b] = [futureOf(answer, number), futureOf(target.answer, number)];
    return a === null || b === null ? null : (b - a) * number.factor;
  };
  const interactionOf = (number: HeadlineNumber): number | null => {
    const sum = totalDifferenceOf(number);
    return sum === null ? null : sum - movedRows.reduce((sum, row) => sum + (effectOf(row, number) ?? 0), 0);
  };
  const columnDecimals = (number: HeadlineNumber): number => {
    const effects = movedRows.map((row) => effectOf(row, number));
    const figures = [...effects, interactionOf(number), totalDifferenceOf(number)];
    return decimalsForColumn(Math.max(...figures.map((figure) => Math.abs(figure ?? 0))));
  };
  const shownNumbers = secondNumber === null ? [pinned] : [pinned, secondNumber];
  const decimals = new Map(shownNumbers.map((number) => [number, columnDecimals(number)]));
  const formatEffect = (value: number | null, number: HeadlineNumber): string =>
    value === null ? "–" : formatSigned(value, language, Math.min(decimalsFor(Math.abs(value)), decimals.get(number)!));
  const otherDifferenceTexts = otherDifferences(stored, target.stored).map(
    (difference) => texts.compare.otherDifferences[difference],
  );
  const status = isOnServer
    ? texts.compare.unavailableOnServer
    : isDone
      ? texts.compare.variantCount(movedRows.length)
      : texts.compare.effectProgress(doneCount, movedRows.length);
  const ownName = nameOf(stored);
  return (
    <section className="pane differences" aria-labelledby="differences-title">
      <header>
        <h3 id="differences-title">{texts.compare.differenceCount(rows.length, inputs.size)}</h3>
        <span className="space" />
        <Segments
          label={texts.compare.pinned}
          selectedKey={pinned.query}
          onChoose={(effect) => changeSearch({ effect: effect === choices[0]?.query ? undefined : effect })}
          segments={choices.map(({ query, short }) => ({ key: query, label: short }))}
        />
      </header>
      <div className="say">
        {texts.compare.separateEffects(ownName, nameOf(target.stored))}
        {loadedScenarios.length > 1 && (
          <Segments
            label={texts.compare.comparedWith}
            selectedKey={String(target.id)}
            onChoose={(id) => changeSearch({ toward: id === String(loadedScenarios[0]!.id) ? undefined : Number(id) })}
            segments={loadedScenarios.map((scenario) => ({
              key: String(scenario.id),
              label: LETTERS[others.findIndex(({ id }) => id === scenario.id) + 1]!,
              name: nameOf(scenario.stored),
            }))}
          />
        )}
      </div>
      <div className="body scrolls" tabIndex={0} role="group" aria-labelledby="differences-title">
        {rows.length === 0 ? (
          <p className="empty">{texts.compare.noDifference}</p>
        ) : (
          <Figures
            columns={[
              {
                head: texts.compare.slider,
                kind: "name",
                cell: (row) => (
                  <>
                    <SliderLink row={row} />
                    <DifferingValues row={row} toward={targetIndex} />
                    {!row.isMoved && <span className="quiet">{` ${texts.compare.areaData}`}</span>}
                  </>
                ),
              },
              {
                head: null,
                kind: "bars",
                isExtra: true,
                cell: (row) => {
                  const effect = effectOf(row, pinned);
                  const share = (Math.abs(effect ?? 0) / largest) * 50;
                  return (
                    effect !== null && (
                      <span className="barRow">
                        <i className="gridLine zero" style={{ left: "50%" }} />
                        <i
                          className={`bar ${verdictOf(effect, pinned.better)}`}
                          style={{ left: `${effect < 0 ? 50 - share : 50}%`, width: `${Math.max(share, 1)}%` }}
                        />
                      </span>
                    )
                  );
                },
              },
              {
                head: <span title={pinned.title}>{pinned.unit}</span>,
                verdict: (row) => verdictOf(effectOf(row, pinned), pinned.better),
                cell: (row) => {
                  const refusals = refusalsOf(row);
                  return (
                    <span title={refusals.join(" ")}>
                      {refusals.length > 0 ? texts.compare.refused : formatEffect(effectOf(row, pinned), pinned)}
                    </span>
                  );
                },
              },
              ...(secondNumber === null
                ? []
                : [
                    {
                      head: <span title={secondNumber.title}>{secondNumber.unit}</span>,
                      isExtra: true,
                      cell: (row: Difference) => formatEffect(effectOf(row, secondNumber), secondNumber),
                    },
                  ]),
              {
                head: texts.compare.copyHere,
                kind: "action",
                isHeadVisuallyHidden: true,
                cell: (row) =>
                  !isFixed && (
                    <Button
                      className="button"
                      aria-label={texts.compare.copyHereOf(titleOf(row, model))}
                      onPress={() => session.set(row.moves[targetIndex]!)}
                    >
                      {texts.compare.copyHere}
                    </Button>
                  ),
              },
            ]}
            rows={sortedRows}
            attributesOf={({ key }) => ({ key, data: { "data-row": key } })}
            footRows={
              isDone
                ? [
                    { name: texts.compare.interaction, valueOf: interactionOf },
                    { name: texts.compare.all, valueOf: totalDifferenceOf },
                  ].map(({ name, valueOf }) => [
                    name,
                    null,
                    formatEffect(valueOf(pinned), pinned),
                    ...(secondNumber === null ? [] : [formatEffect(valueOf(secondNumber), secondNumber)]),
                  ])
                : []
            }
          />
        )}
      </div>
      <footer>
        <span role="status">{status}</span>
        {otherDifferenceTexts.length > 0 && <span>{texts.compare.alsoDifferent(otherDifferenceTexts.join(", "))}</span>}
      </footer>
    </section>
  );
}

/** The name of a slider, or of a share group. */
const titleOf = ({ members, isGroup }: Difference, { sections, sliders }: InterfaceView): string => {
  const first = members[0]!;
  const group = isGroup && members.length > 1 ? titleOfGroup(sections, first) : null;
  return group ?? sliders.get(first)?.title ?? first;
};

/** Links to the slider in the workbench; the comparison stays in the URL. */
function SliderLink({ row }: { readonly row: Difference }) {
  const { model } = useWorkspace();
  const navigate = useNavigate();
  const [key] = row.members;
  const slide = slideWith(model.sections, key!);
  const title = titleOf(row, model);
  const { withSlide } = useWorkbenchNavigation();
  if (slide === undefined) return <span title={key}>{title}</span>;
  const address = withSlide(slide);
  return (
    <Link
      to="."
      search={address}
      title={key}
      onClick={(event) => {
        event.preventDefault();
        void navigate({ to: ".", search: address }).then(() => showSlider(key!));
      }}
    >
      {title}
    </Link>
  );
}
