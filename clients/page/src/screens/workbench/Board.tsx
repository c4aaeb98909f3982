/** One to six charts, chosen by the person; which ones stands in the address. */
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import type { Chart } from "@etesian/interface";
import { useIsPhone } from "../../controls/use-phone.ts";
import { useTexts } from "../../texts/language.tsx";
import { useWorkspace } from "../session-context.tsx";
import { useOthers } from "../compare/compared.ts";
import { ComparedPane } from "../compare/ComparedPane.tsx";
import { Pane } from "./Pane.tsx";

const MOST = 6;

export function Board({
  charts,
  aside,
}: {
  readonly charts: readonly Chart[];
  /** A pane that is no chart. */
  readonly aside: ReactNode;
}) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const navigate = useNavigate();
  const show = (keys: readonly string[]): void =>
    void navigate({ to: ".", search: (search) => ({ ...search, charts: keys.join(",") }), replace: true });
  const isCompared = useOthers().length > 0;
  const Shown = isCompared ? ComparedPane : Pane;
  const keys = charts.map(({ key }) => key);
  const board = useRef<HTMLDivElement>(null);
  const isPhone = useIsPhone();
  const others = [...model.charts.values()].filter(({ key }) => !keys.includes(key));
  return (
    <>
      <div
        className={`board of${charts.length}`}
        id="charts"
        role="region"
        aria-label={texts.panes}
        tabIndex={-1}
        ref={board}
      >
        {aside}
        {charts.map((chart, index) => (
          <Shown
            key={chart.key}
            chart={chart}
            others={others}
            onChoose={(key) => show(keys.with(index, key))}
            onRemove={charts.length === 1 ? null : () => show(keys.toSpliced(index, 1))}
            onAdd={charts.length === MOST || others.length === 0 ? null : (key) => show([...keys, key])}
          />
        ))}
        {charts.length === 0 && <p className="empty">{texts.noCharts}</p>}
      </div>
      {isPhone && charts.length > 1 && <Dots board={board} count={charts.length} />}
    </>
  );
}

/** Which of the panes is in sight where they are swiped. */
function Dots({ board, count }: { readonly board: RefObject<HTMLElement | null>; readonly count: number }) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const element = board.current;
    if (element === null) return;
    const onScroll = (): void => setAt(Math.round(element.scrollLeft / element.clientWidth));
    onScroll();
    element.addEventListener("scroll", onScroll, { passive: true });
    return () => element.removeEventListener("scroll", onScroll);
  }, [board]);
  return (
    <span className="dots" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <i key={index} className={index === at ? "on" : ""} />
      ))}
    </span>
  );
}
