/** A strip of the scenario's versions, for visiting a version, restoring it, or branching from it. */
import { useNavigate } from "@tanstack/react-router";
import { type KeyboardEvent, memo, type PointerEvent, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Change } from "@etesian/client";
import { createScenario } from "../../calculation/http.ts";
import { useSize } from "../../charts/use-size.ts";
import { Icon } from "../../controls/icons.tsx";
import { useIsMounted } from "../../controls/use-is-mounted.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { nameOf } from "../compare/names.ts";
import { useHistory, useIsReadOnly, useSession, useWorkspace } from "../session-context.tsx";
import { authorOf, summaryOf, formatWhen } from "./change-texts.ts";
import { overlay } from "./overlay.ts";
import {
  indexAfterKey,
  indexOfVersion,
  isNamed,
  labelsOf,
  nearestChange,
  authorColours,
  AUTHOR_COLOURS,
  tickPosition,
  visibleChanges,
} from "./timeline.ts";
import { keepView } from "./search.ts";

const HEIGHT = 26;
/** Width to the right of the last tick, for the change in progress. */
const IN_PROGRESS_WIDTH = 16;
/** Number of alternating blocks in the scale below the ticks. */
const SCALE_BLOCKS = 12;

export function Timeline() {
  const { session, model } = useWorkspace();
  const { texts, language } = useTexts();
  const navigate = useNavigate();
  const isMounted = useIsMounted();
  const allChanges = useHistory((state) => state.changes);
  const changes = useMemo(() => visibleChanges(allChanges), [allChanges]);
  const visitedVersion = useSession((state) => state.visitedVersion);
  const version = useSession((state) => state.scenario.version);
  const shownVersion = useSession((state) => state.answer?.version ?? null);
  const visitFault = useSession((state) => state.visitFault);
  const isReadOnly = useIsReadOnly();
  const id = useSession((state) => state.scenario.id);
  const title = useSession((state) => state.scenario.title);
  const [hovered, setHovered] = useState<Change | null>(null);
  const [branchError, setBranchError] = useState<string | null>(null);
  const [ref, size] = useSize<HTMLDivElement>();
  const isScrubbing = useRef(false);
  const locale = { texts, language };

  const width = size === null ? null : Math.max(0, size.width - IN_PROGRESS_WIDTH);
  const selectedVersion = visitedVersion ?? version;
  const index = indexOfVersion(changes, selectedVersion);
  const selectedChange = changes[index] ?? null;
  const describedChange = hovered ?? (visitedVersion === null ? null : selectedChange);
  const summary = (change: Change): string => summaryOf(change, model, locale);
  const textOf = (change: Change): string =>
    `${summary(change)} · ${authorOf(change, locale)}, ${formatWhen(change, new Date(), locale)}`;

  const changeAt = ({ clientX, currentTarget }: PointerEvent<HTMLElement>): Change | null => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return nearestChange(changes, (clientX - left) / (width - IN_PROGRESS_WIDTH));
  };
  const visit = (change: Change | null): void => {
    if (change === null) return;
    // Later versions, which have no tick, have the same contents.
    if (change === changes.at(-1)) session.leave();
    else session.visit(change.version);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") session.leave();
    else {
      const next = indexAfterKey(event.key, event.shiftKey, index, changes.length);
      if (next === null) return;
      visit(changes[next] ?? null);
    }
    event.preventDefault();
  };
  const branch = async (): Promise<void> => {
    try {
      const branched = await createScenario(api, {
        scenario_id: id,
        title: texts.copyOf(nameOf({ id, title }, texts)),
        ...(visitedVersion === null ? {} : { scenario_version: visitedVersion }),
      });
      setBranchError(null);
      if (isMounted()) await navigate({ to: "/s/$id", params: { id: String(branched) }, search: keepView });
    } catch (error) {
      setBranchError(error instanceof Error ? error.message : String(error));
    }
  };

  const errorMessage = branchError ?? visitFault;
  return (
    <section
      className={`timeline${visitedVersion === null ? "" : " visits"}`}
      aria-label={texts.time.title}
      data-shown={shownVersion}
    >
      <div className="strip">
        <div
          ref={ref}
          className="ticks"
          role="slider"
          tabIndex={0}
          aria-label={texts.time.version}
          aria-valuemin={changes[0]?.version ?? selectedVersion}
          aria-valuemax={version}
          aria-valuenow={selectedVersion}
          aria-valuetext={
            selectedChange === null
              ? String(selectedVersion)
              : `${texts.time.versionOf(selectedVersion, version)}: ${textOf(selectedChange)}`
          }
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            isScrubbing.current = true;
            visit(changeAt(event));
          }}
          onPointerMove={(event) => {
            const change = changeAt(event);
            setHovered(isScrubbing.current ? null : change);
            if (isScrubbing.current) visit(change);
          }}
          onPointerUp={() => (isScrubbing.current = false)}
          onPointerCancel={() => (isScrubbing.current = false)}
          onPointerLeave={() => setHovered(null)}
        >
          {width !== null && (
            <svg width={width + IN_PROGRESS_WIDTH} height={HEIGHT} aria-hidden="true">
              <Ticks changes={changes} width={width} />
              <path
                className="here"
                d="M-5 0H5L0 7ZM0 6V20"
                transform={`translate(${tickPosition(index, changes.length) * width} 0)`}
              />
              <ChangeInProgress x={width + IN_PROGRESS_WIDTH / 2 + 2} />
            </svg>
          )}
        </div>
        {errorMessage === null && describedChange === null && width !== null ? (
          <Labels
            changes={changes}
            width={width}
            textOf={(change) => (change === selectedChange ? textOf : summary)(change)}
          />
        ) : (
          <p className={errorMessage === null ? "summary" : "summary fault"}>
            {errorMessage ??
              (describedChange === null
                ? ""
                : `${texts.time.versionNumber(describedChange.version)}: ${textOf(describedChange)}`)}
          </p>
        )}
      </div>
      <span className="at">
        {texts.time.version} <b>{selectedVersion}</b>
      </span>
      {visitedVersion !== null && (
        <>
          <ActionButton className="button" isDisabled={isReadOnly} onPress={() => void session.restore()}>
            <Icon name="reset" size={14} />
            {texts.time.restore}
          </ActionButton>
          <Button className="icon" aria-label={texts.time.backToCurrent} onPress={() => session.leave()}>
            <Icon name="close" />
          </Button>
        </>
      )}
      <Button
        className="icon"
        aria-label={texts.actions.history}
        onPress={() => overlay.setState({ shown: "history" })}
      >
        <Icon name="list" />
      </Button>
      <Button className="button" onPress={() => void branch()}>
        <Icon name="branch" size={14} />
        {texts.time.branch}
      </Button>
      <ChangeAnnouncer />
    </section>
  );
}

/** One tick per change, in the colour of its author; ticks of changes other than slider moves are taller. */
const Ticks = memo(function Ticks({ changes, width }: { readonly changes: readonly Change[]; readonly width: number }) {
  const people = authorColours(changes);
  const paths = Array.from({ length: AUTHOR_COLOURS }, () => "");
  for (const [index, change] of changes.entries()) {
    const x = (tickPosition(index, changes.length) * width).toFixed(1);
    paths[people.get(change.actor)! - 1] += `M${x} ${isNamed(change) ? 3 : 7}V19`;
  }
  const block = width / SCALE_BLOCKS;
  return (
    <>
      <rect className="ladder" x={0} y={20} width={width} height={4} />
      {Array.from({ length: SCALE_BLOCKS / 2 }, (_, index) => (
        <rect key={index} className="block" x={index * 2 * block} y={20} width={block} height={4} />
      ))}
      {paths.map((d, person) => (
        <path key={person} d={d} style={{ stroke: `var(--p${person + 1})` }} className="tick" />
      ))}
    </>
  );
});

/** A dot for the change in progress. */
function ChangeInProgress({ x }: { readonly x: number }) {
  const isDragging = useSession((state) => state.draggedSlider !== null);
  return isDragging ? <circle className="underway" cx={x} cy={13} r={4.5} /> : null;
}

/** Labels below the ticks of changes, and of the latest change. Hovering over a tick shows an omitted label. */
function Labels({
  changes,
  width,
  textOf,
}: {
  readonly changes: readonly Change[];
  readonly width: number;
  readonly textOf: (change: Change) => string;
}) {
  return (
    <p className="summary named">
      {labelsOf(changes, width).map(({ change, x, maxWidth }) => (
        <span key={change.version} style={{ ...(x === null ? { right: 0 } : { left: x }), maxWidth }}>
          {textOf(change)}
        </span>
      ))}
    </p>
  );
}

/** Announces other people's changes to screen readers. */
function ChangeAnnouncer() {
  const { model } = useWorkspace();
  const { texts, language } = useTexts();
  const recentChanges = useHistory((state) => state.recentChanges);
  const [message, setMessage] = useState("");
  useEffect(() => {
    const change = [...recentChanges.values()].at(-1);
    if (change === undefined) return;
    const locale = { texts, language };
    setMessage(`${authorOf(change, locale)}: ${summaryOf(change, model, locale)}`);
  }, [recentChanges, texts, language, model]);
  return (
    <span className="unseen" role="status">
      {message}
    </span>
  );
}
