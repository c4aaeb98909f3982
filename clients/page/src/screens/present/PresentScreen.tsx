/**
 * The scenario for an audience: four numbers, the sliders of the slide and one chart at a time, large, with a QR code
 * that opens the same view of a copy.
 */
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { readableArea, type Slide } from "@etesian/interface";
import { QrCode } from "../../controls/QrCode.tsx";
import { Segments } from "../../controls/Segments.tsx";
import { Icon } from "../../controls/icons.tsx";
import { useTexts } from "../../texts/language.tsx";
import { ChartFigure } from "../ChartFigure.tsx";
import { nameOf } from "../compare/names.ts";
import { copyAddress } from "../copy-address.ts";
import { useSession, useWorkspace } from "../session-context.tsx";
import { PlainNumbers } from "../workbench/HeadlineNumbers.tsx";
import { actionOf } from "../workbench/actions.ts";
import { isTyped } from "../workbench/Keys.tsx";
import type { PaneState } from "../workbench/panes.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { PlainSlide } from "../workbench/SlidePanel.tsx";
import { leaveFullScreen } from "./full-screen.ts";
import { afterStepKey, stepOf } from "./steps.ts";
import { usePresentWords } from "./use-present-words.ts";

const NUMBERS = 4;
/** Maximum number of charts whose titles have room. */
const MAX_NAMED = 4;
/** Width of the QR code in pixels. */
const QR_WIDTH = 104;

export function PresentScreen({
  slide,
  panes,
  chart,
  locked,
}: {
  readonly slide: Slide | null;
  /** The charts of the presentation. */
  readonly panes: readonly PaneState[];
  /** The key of the shown chart; absent: the first. */
  readonly chart: string | undefined;
  readonly locked: readonly string[];
}) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const words = usePresentWords();
  const navigate = useNavigate();
  const stored = useSession((state) => state.scenario);
  const name = nameOf(stored, texts);
  const keys = panes.map(({ key }) => key);
  const at = stepOf(keys, chart);
  const shown = panes[at];
  const shownChart = shown === undefined ? undefined : model.charts.get(shown.key);
  const go = (step: number): void =>
    void navigate({ to: ".", search: (search: WorkbenchSearch) => ({ ...search, chart: keys[step] }), replace: true });
  const leave = (): void => {
    leaveFullScreen();
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, view: undefined, chart: undefined }),
    });
  };
  useKeys({ at, count: panes.length, go, leave });
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${name} · Etesian`;
    main.current?.focus();
  }, [name]);
  const { area, endYear } = stored;
  return (
    <main className="present" aria-label={words.title} tabIndex={-1} ref={main}>
      <header>
        <div className="about">
          <h1>{name}</h1>
          <span>{`${model.areas.get(area) ?? readableArea(area)} · ${endYear}`}</span>
        </div>
        <PlainNumbers count={NUMBERS} />
      </header>
      <PlainSlide slide={slide} locked={locked} />
      <div className="shownChart">
        {shown !== undefined && shownChart !== undefined ? (
          <ChartFigure key={shown.key} chart={shownChart} pane={shown} />
        ) : (
          <p className="empty">{texts.noCharts}</p>
        )}
      </div>
      <footer>
        <QrCode address={copyAddress(location.href)} label={words.qr} width={QR_WIDTH} />
        <p className="join">
          <b>{words.join}</b>
          <br />
          {words.joinAbout}
        </p>
        <span className="space" />
        <span className="steps">
          <ActionButton className="button" isDisabled={at === 0} onPress={() => go(at - 1)}>
            {words.previous}
          </ActionButton>
          {panes.length > 1 && panes.length <= MAX_NAMED && (
            <Segments
              label={texts.panes}
              selectedKey={keys[at] ?? ""}
              onChoose={(key) => go(keys.indexOf(key))}
              segments={keys.map((key) => ({ key, label: model.charts.get(key)?.title ?? key }))}
            />
          )}
          <ActionButton className="button" isDisabled={at >= panes.length - 1} onPress={() => go(at + 1)}>
            {words.next}
          </ActionButton>
        </span>
        <span className="unseen" role="status">
          {words.stepOf(at + 1, panes.length)}
        </span>
        <Button className="button" onPress={leave}>
          <Icon name="close" />
          {words.leave} <kbd>Esc</kbd>
        </Button>
      </footer>
    </main>
  );
}

/** Keys of the presentation. Esc cancels a drag before it ends the presentation. */
function useKeys({
  at,
  count,
  go,
  leave,
}: {
  readonly at: number;
  readonly count: number;
  readonly go: (step: number) => void;
  readonly leave: () => void;
}): void {
  const { session } = useWorkspace();
  const isDragging = (): boolean => session.state.getState().draggedSlider !== null;
  // The listener of a dragged slider runs before or after this one: it marks the key, or still drags.
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || isTyped(event.target) || isDragging()) return;
    leave();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTyped(event.target)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const action = actionOf({
      key: event.key,
      isCommand,
      isAlt: event.altKey,
      isShift: event.shiftKey,
      isTyped: false,
    });
    if (action === "undo") session.undo();
    else if (action === "redo") session.redo();
    const next = isCommand || event.altKey ? null : afterStepKey(event.key, at, count);
    if (next !== null && next !== at) go(next);
    if (action === "undo" || action === "redo" || next !== null) event.preventDefault();
  });
  // In full screen, browsers keep Esc for themselves.
  const onFullScreen = useEffectEvent((): void => {
    if (document.fullscreenElement !== null) return;
    if (isDragging()) session.cancel();
    else leave();
  });
  useEffect(() => {
    window.addEventListener("keydown", onEscape, true);
    window.addEventListener("keydown", onKey);
    document.addEventListener("fullscreenchange", onFullScreen);
    return () => {
      window.removeEventListener("keydown", onEscape, true);
      window.removeEventListener("keydown", onKey);
      document.removeEventListener("fullscreenchange", onFullScreen);
    };
  }, []);
}
