/** The scenario with units that fit its size. */
import { type ReactNode, useEffect, useMemo, useRef, useSyncExternalStore } from "react";
import { type InterfaceView, largestOf, type Magnitudes, type Prefixes, prefixesOf } from "@etesian/interface";
import { magnitudesOf, magnitudesOfSliders, measuredQueries } from "../../figures/prefixes.ts";
import { ComparedContext, useCompared } from "../compare/compared.ts";
import { type Workspace, WorkspaceContext } from "../session-context.tsx";
import { keptNumbers } from "./kept-numbers.ts";
import { chosenNumbers } from "./own-numbers.ts";
import type { WorkbenchSearch } from "./search.ts";
import { chartsOf, othersOf, wantedOf } from "./wanted.ts";

/**
 * The scenario with units that fit its size and that of the compared scenarios: the largest figures determine the
 * prefixes. They are chosen once, from the first answer; until then from the sliders' start values.
 */
export function Measured({
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
  const needed = useMemo(() => measuredQueries(view), [view]);
  const measured = useRef<Magnitudes | null>(null);
  const ofAnswer = useSyncExternalStore(session.state.subscribe, () => {
    const { answer } = session.state.getState();
    if (measured.current === null && answer !== null && needed.every((query) => answer.results.has(query)))
      measured.current = magnitudesOf(view, answer);
    return measured.current;
  });
  const ofSliders = useMemo(() => magnitudesOfSliders(view, inputs, ofAnswer ?? {}), [view, inputs, ofAnswer]);
  const shapes = chartsOf(view, search)
    .map(({ key }) => key)
    .join();
  const { market, view: screen } = search;
  const { id } = session.state.getState().scenario;
  const others = othersOf(search, id);
  const isMeasuring = ofAnswer === null || others.length > 0;
  const requested = useMemo(
    () => wantedOf(view, search, isMeasuring ? needed : []),
    [view, shapes, screen, market, isMeasuring, needed],
  );
  useEffect(() => session.requestResults(requested), [session, requested]);
  const compared = useCompared(session, inputs, others, requested);
  const largest = largestOf([
    ofSliders,
    ofAnswer ?? {},
    ...compared.flatMap(({ answer, inputs: theirs }) => {
      const theirAnswer = answer === null ? {} : magnitudesOf(view, answer);
      return theirs === null ? [theirAnswer] : [theirAnswer, magnitudesOfSliders(view, theirs, theirAnswer)];
    }),
  ]);
  const prefixes = JSON.stringify(prefixesOf(largest));
  const model = useMemo(() => viewIn(JSON.parse(prefixes) as Prefixes), [viewIn, prefixes]);
  const choice = search.numbers;
  const numbers = useMemo(() => chosenNumbers(model.headline, choice ?? keptNumbers()), [model, choice]);
  const sizes = JSON.stringify(largest);
  const magnitudes = useMemo(() => JSON.parse(sizes) as Magnitudes, [sizes]);
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
