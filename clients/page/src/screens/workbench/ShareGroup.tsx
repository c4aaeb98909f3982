/** A share group as one control: a bar that sums to 100 %, with its members below it, each with a lock. */
import { type PointerEvent, useContext, useId, useRef, useState } from "react";
import { useShallow } from "zustand/shallow";
import { Button, ToggleButton } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import { Icon } from "../../controls/icons.tsx";
import { valueAfterKey, roundToStep } from "../../controls/slider-steps.ts";
import { formatFigure, formatInFull } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";
import { CommentMark } from "../comments/load-comments.tsx";
import { useIsReadOnly, useSession, useWorkspace } from "../session-context.tsx";
import { LiveChip } from "./Movers.tsx";
import { isSet, positionBefore, positionOf } from "./positions.ts";
import { assignHandles, coloursOf, nearestEdge } from "./share-groups.ts";
import { LocksContext, useChanges, useReset, useApplyTyped } from "./use-changes.ts";
import { useEscape } from "./use-escape.ts";
import { focusEdge, focusField, focusLock } from "./show-slider.ts";
import { ValueField } from "./ValueField.tsx";

const SHARE_RANGE = { min: 0, max: 100, step: 0.1 };

export function ShareGroup({ title, members }: { readonly title: string; readonly members: readonly string[] }) {
  const { session, inputs, model } = useWorkspace();
  const { texts, language } = useTexts();
  const titleId = useId();
  const { locked, lock } = useContext(LocksContext);
  const changes = useChanges();
  const applyTyped = useApplyTyped();
  const resetChangesOf = useReset();
  const shares = useSession(
    useShallow((state) => members.map((key) => Number(positionOf(state, key) ?? inputs.get(key)?.default ?? 0))),
  );
  const previousShares = useSession(
    useShallow((state) =>
      members.map((key) =>
        state.previousAnswer === null ? null : Number(positionBefore(state, key) ?? inputs.get(key)?.default ?? 0),
      ),
    ),
  );
  const isSetByMember = useSession(useShallow((state) => members.map((key) => isSet(state, key))));
  const dragged = useSession((state) =>
    state.draggedSlider !== null && members.includes(state.draggedSlider) ? state.draggedSlider : null,
  );
  const refusedMember = useSession((state) => members.find((key) => state.refusals[key] !== undefined) ?? null);
  const reason = useSession((state) => (refusedMember === null ? undefined : state.refusals[refusedMember]?.join(" ")));
  const isReadOnly = useIsReadOnly();
  const isPast = useSession((state) => state.visitedVersion !== null);

  const titleOf = (key: string): string => model.sliders.get(key)?.title ?? key;
  const startOf = (key: string): number => Number(inputs.get(key)?.default ?? 0);
  const canMove = (key: string): boolean => !isReadOnly && inputs.get(key)?.disabled !== true && !locked.has(key);
  const movableMembers = members.filter(canMove);
  const isMovable = movableMembers.length >= 2;
  const isCancelled = useEscape(dragged !== null && isMovable && canMove(dragged) ? dragged : null);

  /** The hovered or focused row, whose edge has a handle even if other edges are close. */
  const [activeRow, setActiveRow] = useState<string | null>(null);
  const grip = useRef<{ readonly key: string; readonly share: number; readonly x: number } | null>(null);

  let sum = 0;
  const edges = shares.map((share) => (sum += share));
  const canDrag = members.map((key, index) => isMovable && !isPast && canMove(key) && index < members.length - 1);
  const chosen = members.indexOf(dragged ?? activeRow ?? "");
  const hasSpace = assignHandles(edges, canDrag[chosen] ? chosen : -1);
  const handles = hasSpace.map((isHandle, index) => isHandle && canDrag[index]!);

  /** Grabs the nearest handle. */
  const press = (event: PointerEvent<HTMLElement>): void => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = nearestEdge(edges, handles, ((event.clientX - left) / width) * 100);
    const key = members[index];
    if (key === undefined || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    grip.current = { key, share: shares[index]!, x: event.clientX };
    session.press(key);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (grip.current === null || !event.currentTarget.hasPointerCapture(event.pointerId) || isCancelled.current) return;
    const { key, share, x } = grip.current;
    const moved = ((event.clientX - x) / event.currentTarget.getBoundingClientRect().width) * 100;
    const { [key]: value = 0, ...others } = changes(key, roundToStep(share + moved, SHARE_RANGE));
    session.move(key, value, others);
  };
  const release = (): void => {
    if (grip.current !== null && !isCancelled.current) session.release();
    grip.current = null;
    isCancelled.current = false;
  };
  const stepButton = (label: string, icon: "minus" | "plus", key: string, share: number, arrow: string) => (
    <ActionButton
      className="icon small step"
      excludeFromTabOrder
      aria-label={`${titleOf(key)}: ${label}`}
      isDisabled={!canMove(key) || !isMovable || isPast}
      onPress={() => session.set(changes(key, valueAfterKey(arrow, false, share, SHARE_RANGE)!))}
    >
      <Icon name={icon} size={12} />
    </ActionButton>
  );
  const valueTextOf = (share: number, was: number | null): string => {
    const shown = `${formatFigure(share, language)} %`;
    return was === null || was === share
      ? shown
      : `${shown}, ${texts.previousValue(`${formatFigure(was, language)} %`)}`;
  };
  const colours = coloursOf(members);
  return (
    <div className="group" role="group" aria-labelledby={titleId}>
      <div className="head">
        <span id={titleId} className="name">
          {title}
        </span>
        {isSetByMember.includes(true) && !isReadOnly && !isPast && (
          <Button
            className="icon small"
            aria-label={`${texts.reset}: ${title}`}
            onPress={() => session.set(resetChangesOf(members.filter((_, index) => isSetByMember[index])))}
          >
            <Icon name="reset" size={14} />
          </Button>
        )}
        <span className="space" />
        <span className="quiet">{texts.total}</span>
        <b>{`${formatFigure(sum, language)} %`}</b>
      </div>
      <div className="starts" aria-hidden="true">
        {members.map((key) => (
          <i key={key} style={{ flexGrow: startOf(key) }} />
        ))}
      </div>
      <div
        className={handles.includes(true) ? "shares movable" : "shares"}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={() => {
          grip.current = null;
          session.cancel();
        }}
      >
        {members.map((key, index) => (
          <i key={key} style={{ flexGrow: shares[index], background: `var(--${colours[index]})` }} />
        ))}
        {members.map((key, index) =>
          canDrag[index] ? (
            <span
              key={key}
              className={handles[index] ? "edge" : "edge covered"}
              role="slider"
              tabIndex={0}
              aria-label={titleOf(key)}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={shares[index]}
              aria-valuetext={valueTextOf(shares[index]!, previousShares[index] ?? null)}
              aria-description={`${texts.today}: ${valueTextOf(startOf(key), null)}`}
              style={{ left: `${Math.min(100, edges[index]!)}%` }}
              data-edge={key}
              onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                const letter = event.key.toLowerCase();
                if (event.key === "Enter") focusField(event.currentTarget);
                else if (letter === "r") session.set(resetChangesOf([key]));
                else if (letter === "l") {
                  // The focused handle disappears when its member is locked.
                  focusLock(key);
                  lock(key, true);
                } else {
                  const next = valueAfterKey(event.key, event.shiftKey, shares[index]!, SHARE_RANGE);
                  if (next === null) return;
                  session.set(changes(key, next));
                }
                event.preventDefault();
              }}
            />
          ) : null,
        )}
      </div>
      {members.map((key, index) => {
        const isLocked = locked.has(key);
        return (
          <div
            key={key}
            className={`member${isSetByMember[index] ? " changed" : ""}${!isSetByMember[index] && shares[index] !== startOf(key) ? " balanced" : ""}`}
            data-input={key}
            onPointerEnter={() => setActiveRow(key)}
            onFocus={() => setActiveRow(key)}
          >
            <b style={{ background: `var(--${colours[index]})` }} />
            <span className="name" title={`${titleOf(key)} (${key})`}>
              <span>{titleOf(key)}</span>
              <LiveChip inputKey={key} />
              <CommentMark kind="slider" subjectKey={key} title={titleOf(key)} />
            </span>
            <span className="was">{formatFigure(startOf(key), language)}</span>
            {stepButton(texts.smaller, "minus", key, shares[index]!, "ArrowDown")}
            <ValueField
              label={`${titleOf(key)}: ${texts.sliderValue}`}
              text={formatFigure(shares[index]!, language)}
              exact={formatInFull(shares[index]!, language)}
              isDisabled={!canMove(key) || !isMovable || isPast}
              onTyped={(text) => applyTyped(key, text)}
              onDone={canDrag[index] ? () => focusEdge(key) : undefined}
            />
            <span className="unit">%</span>
            {stepButton(texts.larger, "plus", key, shares[index]!, "ArrowUp")}
            <ToggleButton
              className="icon small lock"
              // If the member has a handle, a key on the handle locks the member, so that each row is one tab stop.
              excludeFromTabOrder={canDrag[index]!}
              aria-label={texts.lock(titleOf(key))}
              isSelected={isLocked}
              onChange={(isOn) => lock(key, isOn)}
            >
              <Icon name={isLocked ? "lock" : "unlock"} size={14} />
            </ToggleButton>
          </div>
        );
      })}
      {!isMovable && !isReadOnly && <p className="sentence">{texts.unlockOne}</p>}
      {refusedMember !== null && (
        <p className="sentence refused" role="alert">
          {`${titleOf(refusedMember)}: ${texts.refused(`${formatFigure(shares[members.indexOf(refusedMember)]!, language)} %`)} ${reason}`}
        </p>
      )}
    </div>
  );
}
