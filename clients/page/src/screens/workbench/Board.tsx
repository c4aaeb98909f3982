/** The board of one to six charts, which the URL names. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { useComparedScenarios } from "../compare/compared.ts";
import { ComparedPane } from "../compare/load-compare.tsx";
import { YearsPane } from "../years/load-years.tsx";
import { Pane } from "./Pane.tsx";
import { PaneContext } from "./pane-state.tsx";
import { MAX_PANES, newPane, type PaneState, writePanes } from "./panes.ts";

export function Board({
  panes,
  aside,
  showsYears,
}: {
  readonly panes: readonly PaneState[];
  /** A pane without a chart. */
  readonly aside: ReactNode;
  /** Whether charts show the years of a path. */
  readonly showsYears: boolean;
}) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const setPanes = (next: readonly PaneState[]): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, charts: writePanes(next) }), replace: true });
  const isCompared = useComparedScenarios().length > 0;
  const PaneComponent = showsYears ? YearsPane : isCompared ? ComparedPane : Pane;
  const board = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const others = [...model.charts.values()].filter(({ key }) => !panes.some((pane) => pane.key === key));
  return (
    <>
      <div
        className={`board of${panes.length}`}
        id="charts"
        role="region"
        aria-label={texts.panes}
        tabIndex={-1}
        ref={board}
      >
        {aside}
        {panes.map((pane, index) => (
          <PaneContext key={pane.key} value={[pane, (change) => setPanes(panes.with(index, { ...pane, ...change }))]}>
            <PaneComponent
              chart={model.charts.get(pane.key)!}
              others={others}
              onChoose={(key) => setPanes(panes.with(index, { ...pane, key }))}
              onRemove={panes.length === 1 ? null : () => setPanes(panes.toSpliced(index, 1))}
              onAdd={
                panes.length === MAX_PANES || others.length === 0 ? null : (key) => setPanes([...panes, newPane(key)])
              }
            />
          </PaneContext>
        ))}
        {panes.length === 0 && <p className="empty">{texts.noCharts}</p>}
      </div>
      {isPhone && panes.length > 1 && <Dots board={board} count={panes.length} />}
    </>
  );
}

/** Dots that show which pane is visible on a phone, where panes are swiped. */
function Dots({ board, count }: { readonly board: RefObject<HTMLElement | null>; readonly count: number }) {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const element = board.current;
    if (element === null) return;
    const onScroll = (): void => setCurrent(Math.round(element.scrollLeft / element.clientWidth));
    onScroll();
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [board]);
  return (
    <span className="dots" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={index === current ? "on" : ""} />
      ))}
    </span>
  );
}
