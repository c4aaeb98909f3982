/**
 * A presentation of the scenario: four numbers, the slide's sliders and one large chart at a time, with a QR code that
 * opens the same view of a copy.
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
import { isTypingTarget } from "../workbench/KeyboardShortcuts.tsx";
import type { PaneState } from "../workbench/panes.ts";
import type { WorkbenchSearch } from "../workbench/search.ts";
import { PlainSlide } from "../workbench/SlidePanel.tsx";
import { leaveFullScreen } from "./full-screen.ts";
import { stepAfterKey, stepOf } from "./steps.ts";
import { usePresentTexts } from "./use-present-texts.ts";

const NUMBERS = 4;
/** Maximum number of charts whose titles fit. */
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
  /** The key of the shown chart; by default the first. */
  readonly chart: string | undefined;
  readonly locked: readonly string[];
}) {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  const presentTexts = usePresentTexts();
  const navigate = useNavigate();
  const stored = useSession((state) => state.scenario);
  const name = nameOf(stored, texts);
  const keys = panes.map(({ key }) => key);
  const currentStep = stepOf(keys, chart);
  const currentPane = panes[currentStep];
  const currentChart = currentPane === undefined ? undefined : model.charts.get(currentPane.key);
  const goToStep = (step: number): void =>
    void navigate({ to: ".", search: (search: WorkbenchSearch) => ({ ...search, chart: keys[step] }), replace: true });
  const leave = (): void => {
    leaveFullScreen();
    void navigate({
      to: ".",
      search: (search: WorkbenchSearch) => ({ ...search, view: undefined, chart: undefined }),
    });
  };
  useKeys({ currentStep, count: panes.length, goToStep, leave });
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    document.title = `${name} · Etesian`;
    main.current?.focus();
  }, [name]);
  const { area, endYear } = stored;
  return (
    <main className="present" aria-label={presentTexts.title} tabIndex={-1} ref={main}>
      <header>
        <div className="about">
          <h1>{name}</h1>
          <span>{`${model.areas.get(area) ?? readableArea(area)} · ${endYear}`}</span>
        </div>
        <PlainNumbers count={NUMBERS} />
      </header>
      <PlainSlide slide={slide} locked={locked} />
      <div className="shownChart">
        {currentPane !== undefined && currentChart !== undefined ? (
          <ChartFigure key={currentPane.key} chart={currentChart} pane={currentPane} />
        ) : (
          <p className="empty">{texts.noCharts}</p>
        )}
      </div>
      <footer>
        <QrCode address={copyAddress(location.href)} label={presentTexts.qr} width={QR_WIDTH} />
        <p className="join">
          <b>{presentTexts.join}</b>
          <br />
          {presentTexts.joinAbout}
        </p>
        <span className="space" />
        <span className="steps">
          <ActionButton className="button" isDisabled={currentStep === 0} onPress={() => goToStep(currentStep - 1)}>
            {presentTexts.previous}
          </ActionButton>
          {panes.length > 1 && panes.length <= MAX_NAMED && (
            <Segments
              label={texts.panes}
              selectedKey={keys[currentStep] ?? ""}
              onChoose={(key) => goToStep(keys.indexOf(key))}
              segments={keys.map((key) => ({ key, label: model.charts.get(key)?.title ?? key }))}
            />
          )}
          <ActionButton
            className="button"
            isDisabled={currentStep >= panes.length - 1}
            onPress={() => goToStep(currentStep + 1)}
          >
            {presentTexts.next}
          </ActionButton>
        </span>
        <span className="unseen" role="status">
          {presentTexts.stepOf(currentStep + 1, panes.length)}
        </span>
        <Button className="button" onPress={leave}>
          <Icon name="close" />
          {presentTexts.leave} <kbd>Esc</kbd>
        </Button>
      </footer>
    </main>
  );
}

/** Handles the presentation's keys. Esc cancels a drag before it ends the presentation. */
function useKeys({
  currentStep,
  count,
  goToStep,
  leave,
}: {
  readonly currentStep: number;
  readonly count: number;
  readonly goToStep: (step: number) => void;
  readonly leave: () => void;
}): void {
  const { session } = useWorkspace();
  const isDragging = (): boolean => session.state.getState().draggedSlider !== null;
  // A dragged slider's listener may have run before and handled the event, or may run later, while the drag is still
  // active.
  const onEscape = useEffectEvent((event: KeyboardEvent): void => {
    if (event.key !== "Escape" || event.defaultPrevented || isTypingTarget(event.target) || isDragging()) return;
    leave();
  });
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.defaultPrevented || isTypingTarget(event.target)) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const action = actionOf({
      key: event.key,
      isCommand,
      isAlt: event.altKey,
      isShift: event.shiftKey,
      isTyping: false,
    });
    if (action === "undo") session.undo();
    else if (action === "redo") session.redo();
    const next = isCommand || event.altKey ? null : stepAfterKey(event.key, currentStep, count);
    if (next !== null && next !== currentStep) goToStep(next);
    if (action === "undo" || action === "redo" || next !== null) event.preventDefault();
  });
  // In full screen, browsers handle Esc themselves.
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
