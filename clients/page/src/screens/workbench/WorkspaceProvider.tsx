/** Provides the workspace: the scenario, its model and the choice of numbers. */
import { type ReactNode, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { type InterfaceView, largestOf, type Magnitudes, type Prefixes, prefixesOf } from "@etesian/interface";
import { magnitudesOf, magnitudesOfSliders, measuredQueries } from "../../figures/prefixes.ts";
import { ComparedContext, useCompared } from "../compare/compared.ts";
import { type Workspace, WorkspaceContext } from "../session-context.tsx";
import { storedNumbers } from "./stored-numbers.ts";
import { chosenNumbers } from "./chosen-numbers.ts";
import type { WorkbenchSearch } from "./search.ts";
import { chartsOf, othersOf, resultRequestOf } from "./screen-contents.ts";

/**
 * Chooses units that fit the scenario and the compared ones: the largest figures determine the prefixes. They are
 * chosen once, from the first answer; until then they are derived from the sliders' start values.
 */
export function WorkspaceProvider({
  opened: { session, history, team },
  inputs,
  template,
  view,
  viewIn,
  search,
  modelHash,
  children,
}: {
  readonly opened: Pick<Workspace, "session" | "history" | "team">;
  readonly inputs: Workspace["inputs"];
  readonly template: Workspace["template"];
  /** In the units of the documents. */
  readonly view: InterfaceView;
  readonly viewIn: (prefixes: Prefixes) => InterfaceView;
  readonly search: WorkbenchSearch;
  readonly modelHash: string | null;
  readonly children: ReactNode;
}) {
  const neededQueries = useMemo(() => measuredQueries(view), [view]);
  const firstMagnitudes = useRef<Magnitudes | null>(null);
  const answerMagnitudes = useSyncExternalStore(session.state.subscribe, () => {
    const { answer } = session.state.getState();
    if (
      firstMagnitudes.current === null &&
      answer !== null &&
      neededQueries.every((query) => answer.results.has(query))
    )
      firstMagnitudes.current = magnitudesOf(view, answer);
    return firstMagnitudes.current;
  });
  const sliderMagnitudes = useMemo(
    () => magnitudesOfSliders(view, inputs, answerMagnitudes ?? {}),
    [view, inputs, answerMagnitudes],
  );
  const chartKeys = chartsOf(view, search)
    .map(({ key }) => key)
    .join();
  const { market, view: screen, explore: question } = search;
  const { id } = session.state.getState().scenario;
  const otherIds = othersOf(search, id);
  const isMeasuring = answerMagnitudes === null || otherIds.length > 0;
  const request = useMemo(
    () => resultRequestOf(view, search, isMeasuring ? neededQueries : []),
    [view, chartKeys, screen, question, market, isMeasuring, neededQueries],
  );
  useEffect(() => session.requestResults(request), [session, request]);
  const compared = useCompared(session, inputs, otherIds, request);
  const largest = largestOf([
    sliderMagnitudes,
    answerMagnitudes ?? {},
    ...compared.flatMap(({ answer, inputs: otherInputs }) => {
      const otherMagnitudes = answer === null ? {} : magnitudesOf(view, answer);
      return otherInputs === null
        ? [otherMagnitudes]
        : [otherMagnitudes, magnitudesOfSliders(view, otherInputs, otherMagnitudes)];
    }),
  ]);
  const prefixesJson = JSON.stringify(prefixesOf(largest));
  const model = useMemo(() => viewIn(JSON.parse(prefixesJson) as Prefixes), [viewIn, prefixesJson]);
  const choice = search.numbers;
  const numbers = useMemo(() => chosenNumbers(model.headline, choice ?? storedNumbers()), [model, choice]);
  const magnitudesJson = JSON.stringify(largest);
  const magnitudes = useMemo(() => JSON.parse(magnitudesJson) as Magnitudes, [magnitudesJson]);
  const workspace = useMemo(
    () => ({
      session,
      history,
      team,
      inputs,
      mayChange: mayChange(inputs),
      template,
      model,
      numbers,
      magnitudes,
      modelHash,
    }),
    [session, history, team, inputs, template, model, numbers, magnitudes, modelHash],
  );
  return (
    <WorkspaceContext value={workspace}>
      <ComparedContext value={compared}>{children}</ComparedContext>
    </WorkspaceContext>
  );
}

/** Whether any input can be set: the server disables all inputs of a read-only scenario. */
const mayChange = (inputs: Workspace["inputs"]): boolean =>
  inputs.size === 0 || [...inputs.values()].some(({ disabled }) => !disabled);
