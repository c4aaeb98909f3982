/** A slider: dragging previews a change, releasing stores it, and Esc cancels it. */
import { type KeyboardEvent, useId, useLayoutEffect, useRef } from "react";
import { Button, Slider, SliderThumb, SliderTrack } from "react-aria-components";
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { Input as InputAnswer } from "@etesian/client";
import { Select } from "../../controls/Select.tsx";
import { Icon } from "../../controls/icons.tsx";
import { Segments } from "../../controls/Segments.tsx";
import {
  valueAfterKey,
  visibleRange,
  trackPosition,
  stepPerPress,
  type Range,
  roundToStep,
  clamp,
} from "../../controls/slider-steps.ts";
import { useIsPhone } from "../../controls/use-phone.ts";
import { formatFigure, formatInFull } from "../../figures/figures.ts";
import { usefulRange } from "../../figures/prefixes.ts";
import { SWITCH } from "../../figures/slider-value.ts";
import { useTexts } from "../../texts/language.tsx";
import { CommentMark } from "../comments/load-comments.tsx";
import { useIsFixed, useIsReadOnly, useSession, useWorkspace } from "../session-context.tsx";
import { DisabledBy } from "./DisabledBy.tsx";
import { LiveChip } from "./Movers.tsx";
import { isSet, positionBefore, positionOf } from "./positions.ts";
import { focusField } from "./show-slider.ts";
import { isDisabled } from "./why-disabled.ts";
import { useChanges, useReset, useApplyTyped } from "./use-changes.ts";
import { useEscape } from "./use-escape.ts";
import { ValueField } from "./ValueField.tsx";

/**
 * Step of the library's slider, as a fraction of the range: finer than a pixel, because `roundToStep` rounds values.
 */
const GRID = 1e-6;

export function SliderRow({ inputKey }: { readonly inputKey: string }) {
  const { inputs, model } = useWorkspace();
  const input = inputs.get(inputKey);
  if (input === undefined) return null;
  const slider = model.sliders.get(inputKey);
  const { title, unit, factor } = slider ?? { title: inputKey, unit: input.unit ?? "", factor: 1 };
  if (unit === SWITCH) return <SwitchRow inputKey={inputKey} input={input} title={title} />;
  if (input.permitted_values !== undefined) return <ChoiceRow inputKey={inputKey} input={input} title={title} />;
  return <NumberRow inputKey={inputKey} input={input} title={title} unit={unit} factor={factor} />;
}

interface RowProps {
  readonly inputKey: string;
  readonly input: InputAnswer;
  readonly title: string;
}

function NumberRow({
  inputKey,
  input,
  title,
  unit,
  factor,
}: RowProps & { readonly unit: string; readonly factor: number }) {
  const { session, model, magnitudes } = useWorkspace();
  const { texts, language } = useTexts();
  const thumb = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const position = useSession((state) => positionOf(state, inputKey));
  const previous = useSession((state) =>
    state.previousAnswer === null ? null : (positionBefore(state, inputKey) ?? input.default),
  );
  const isHeld = useSession((state) => state.draggedSlider === inputKey);
  const isChanged = useSession((state) => isSet(state, inputKey));
  const refused = useSession((state) => state.refusals[inputKey]?.join(" "));
  const dragRefusal = useSession((state) =>
    state.draggedSlider === inputKey ? state.answer?.refusals.join(" ") : undefined,
  );
  const isFixed = useIsFixed();
  const isUnavailable = useIsUnavailable(input);
  const isCancelled = useEscape(isHeld && !isUnavailable && !isFixed ? inputKey : null);
  const isPhone = useIsPhone();
  const changes = useChanges();
  const applyTyped = useApplyTyped();
  const resetChangesOf = useReset();
  const templateValue = useWorkspace().template.get(inputKey);

  const start = Number(input.default ?? 0);
  const value = typeof position === "number" ? position : start;
  const allowed: Range = { min: input.min ?? 0, max: input.max ?? 0, step: input.step ?? null };
  const slider = model.sliders.get(inputKey);
  const useful = slider === undefined ? null : usefulRange(slider, magnitudes);
  const range = visibleRange(allowed, useful, [value, start]);
  const text = formatFigure(value * factor, language);
  const withUnit = (value: number): string => `${formatFigure(value * factor, language)} ${unit}`.trim();
  const previousText =
    typeof previous === "number" && previous !== value ? `, ${texts.previousValue(withUnit(previous))}` : "";
  const valueText = `${withUnit(value)}${previousText}`;
  const startText = `${texts.today}: ${withUnit(start)}`;
  useLayoutEffect(() => {
    // The library would format values without prefixes and units.
    thumb.current?.setAttribute("aria-valuetext", valueText);
    // Describes the track's mark for the start value.
    thumb.current?.setAttribute("aria-description", startText);
  });
  const name = (
    <span className="name" title={`${title} (${inputKey})`}>
      <span id={labelId}>{title}</span>
      <LiveChip inputKey={inputKey} />
      <CommentMark kind="slider" subjectKey={inputKey} title={title} />
    </span>
  );
  if (isUnavailable || !(allowed.max > allowed.min)) {
    return (
      <div className="row off" data-input={inputKey}>
        {name}
        <span />
        <span className="field" style={{ lineHeight: "22px" }}>
          {text}
        </span>
        <span className="unit">{unit}</span>
        <DisabledReason inputKey={inputKey} />
      </div>
    );
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isHeld) return;
    if (event.key.toLowerCase() === "r") session.set(resetChangesOf([inputKey]));
    else if (event.key === "Enter") focusField(event.currentTarget);
    else {
      const next = valueAfterKey(event.key, event.shiftKey, value, range, factor);
      if (next === null) return;
      if (next !== value) session.set(changes(inputKey, next));
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const stepButton = (label: string, icon: "minus" | "plus", by: number) => (
    <ActionButton
      className="press"
      aria-label={`${title}: ${label}`}
      isDisabled={isFixed}
      onPress={() => {
        const next = roundToStep(value + by, range);
        if (next !== value) session.set(changes(inputKey, next));
      }}
    >
      <Icon name={icon} />
    </ActionButton>
  );
  const refusal = refused === undefined ? (dragRefusal ?? "") : `${texts.refused(`${text} ${unit}`.trim())} ${refused}`;
  const positionAt = (value: number): string => `${trackPosition(value, range) * 100}%`;
  const states = [isChanged && "changed", !isChanged && position !== null && "balanced", isHeld && "held"].filter(
    Boolean,
  );
  return (
    <div className={["row", ...states].join(" ")} data-input={inputKey}>
      {name}
      {isChanged && position !== (templateValue ?? null) && !isFixed ? (
        <Button
          className="icon small reset"
          excludeFromTabOrder
          aria-label={`${texts.reset}: ${title}`}
          onPress={() => session.set(resetChangesOf([inputKey]))}
        >
          <Icon name="reset" size={14} />
        </Button>
      ) : (
        <span />
      )}
      {isPhone && stepButton(texts.smaller, "minus", -stepPerPress(range, factor))}
      <ValueField
        label={`${title}: ${texts.sliderValue}`}
        text={text}
        isDisabled={isFixed}
        exact={formatInFull(value * factor, language)}
        onTyped={(typed) => applyTyped(inputKey, typed)}
        onDone={() => thumb.current?.focus()}
      />
      <span className="unit">{unit}</span>
      {isPhone && stepButton(texts.larger, "plus", stepPerPress(range, factor))}
      <Slider
        className="bed"
        aria-labelledby={labelId}
        minValue={range.min}
        maxValue={range.max}
        step={(range.max - range.min) * GRID}
        value={clamp(value, range)}
        isDisabled={isFixed}
        onChange={(next) => {
          if (isCancelled.current) return;
          const { [inputKey]: ownValue = value, ...others } = changes(inputKey, roundToStep(next, range));
          session.move(inputKey, ownValue, others);
        }}
        onChangeEnd={() => {
          if (!isCancelled.current) session.release();
          isCancelled.current = false;
        }}
      >
        <SliderTrack className="track">
          <span className="line" />
          <span
            className="fill"
            style={{
              left: positionAt(Math.min(value, start)),
              right: `calc(100% - ${positionAt(Math.max(value, start))})`,
            }}
          />
          <span className="start" style={{ left: positionAt(start) }} />
          {typeof templateValue === "number" && (
            <span className="start example" style={{ left: positionAt(templateValue) }} />
          )}
          {typeof previous === "number" && previous !== value && (
            <span className="ghost" style={{ left: positionAt(previous) }} />
          )}
          <div onKeyDownCapture={onKeyDown} style={{ display: "contents" }}>
            <SliderThumb className="thumb" aria-label={title} inputRef={thumb} />
          </div>
        </SliderTrack>
      </Slider>
      {refusal !== "" && <Refusal reason={refusal} />}
    </div>
  );
}

function SwitchRow({ inputKey, input, title }: RowProps) {
  const { session } = useWorkspace();
  const { texts } = useTexts();
  const isOn = useSession((state) => (positionOf(state, inputKey) ?? Number(input.default ?? 0)) !== 0);
  const isChanged = useSession((state) => isSet(state, inputKey));
  const refused = useSession((state) => state.refusals[inputKey]?.join(" "));
  const isFixed = useIsFixed();
  const isUnavailable = useIsUnavailable(input);
  return (
    <div
      className={["row", "onOff", isUnavailable && "off", isChanged && "changed"].filter(Boolean).join(" ")}
      data-input={inputKey}
    >
      <span className="name" title={`${title} (${inputKey})`}>
        <span>{title}</span>
        <LiveChip inputKey={inputKey} />
        <CommentMark kind="slider" subjectKey={inputKey} title={title} />
      </span>
      <Segments
        label={title}
        isDisabled={isUnavailable || isFixed}
        segments={[
          { key: "off", label: texts.off },
          { key: "on", label: texts.on },
        ]}
        selectedKey={isOn ? "on" : "off"}
        onChoose={(key) => session.set({ [inputKey]: key === "on" ? 1 : 0 })}
      />
      {isUnavailable && <DisabledReason inputKey={inputKey} />}
      {refused !== undefined && <Refusal reason={refused} />}
    </div>
  );
}

function ChoiceRow({ inputKey, input, title }: RowProps) {
  const { session } = useWorkspace();
  const position = useSession((state) => positionOf(state, inputKey));
  const isFixed = useIsFixed();
  const isUnavailable = useIsUnavailable(input);
  const labelId = useId();
  return (
    <div className={isUnavailable ? "row choose off" : "row choose"} data-input={inputKey}>
      <span className="name">
        <span id={labelId}>{title}</span>
        <LiveChip inputKey={inputKey} />
        <CommentMark kind="slider" subjectKey={inputKey} title={title} />
      </span>
      <Select
        aria-labelledby={labelId}
        options={(input.permitted_values ?? []).map((value) => ({ key: value, label: value }))}
        selectedKey={String(position ?? input.default)}
        isDisabled={isUnavailable || isFixed}
        onChoose={(value) => session.set({ [inputKey]: value })}
      />
      {isUnavailable && <DisabledReason inputKey={inputKey} />}
    </div>
  );
}

/** Whether only this control is disabled; if the scenario is read-only, the bar above the workbench explains it. */
function useIsUnavailable(input: InputAnswer): boolean {
  const isDisabledHere = useSession((state) => isDisabled(input, state.scenario));
  return !useIsReadOnly() && isDisabledHere;
}

/** Why a control cannot be moved. */
function DisabledReason({ inputKey }: { readonly inputKey: string }) {
  return (
    <p className="sentence">
      <DisabledBy inputKey={inputKey} />
    </p>
  );
}

function Refusal({ reason }: { readonly reason: string }) {
  return (
    <p className="sentence refused" role="alert">
      <Icon name="warning" size={13} />
      {reason}
    </p>
  );
}
