/** A choice among a few options: segments on a line, or a menu where they do not fit. */
import { useLayoutEffect, useRef, useState } from "react";
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import { useMeasure } from "../charts/use-measure.ts";
import { Select } from "./Select.tsx";
import { fitOnLine } from "./segments-width.ts";

export interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** Accessible name, if the label is an abbreviation. */
  readonly name?: string;
}

interface SegmentsProps<Key extends string> {
  readonly label: string;
  readonly segments: readonly Segment<Key>[];
  readonly selectedKey: Key;
  readonly onChoose: (key: Key) => void;
  readonly isDisabled?: boolean;
  /** Text on the same line. */
  readonly adjacentText?: string;
}

export function Segments<Key extends string>({
  label,
  segments,
  selectedKey,
  onChoose,
  isDisabled = false,
  adjacentText = "",
}: SegmentsProps<Key>) {
  const measure = useMeasure();
  const group = useRef<HTMLDivElement>(null);
  /** The width of the pane, otherwise of the window. */
  const [width, setWidth] = useState(Infinity);
  useLayoutEffect(() => {
    const container = group.current?.closest(".pane") ?? document.documentElement;
    const observer = new ResizeObserver(() => setWidth(container.clientWidth));
    observer.observe(container);
    return () => observer.disconnect();
  }, []);
  const labels = segments.map((segment) => segment.label);
  if (!fitOnLine(labels, adjacentText, width, measure))
    return (
      <Select
        aria-label={label}
        options={segments.map(({ key, label: text, name }) => ({ key, label: name ?? text }))}
        selectedKey={selectedKey}
        onChoose={onChoose}
        isDisabled={isDisabled}
      />
    );
  return (
    <ToggleButtonGroup
      ref={group}
      className="segments"
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      isDisabled={isDisabled}
      selectedKeys={[selectedKey]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        const segment = segments.find((segment) => segment.key === key);
        if (segment !== undefined) onChoose(segment.key);
      }}
    >
      {segments.map(({ key, label: text, name }) => (
        <ToggleButton key={key} id={key} {...(name === undefined ? {} : { "aria-label": name })}>
          {text}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}

/** Segments with a visible label before them. */
export const LabelledSegments = <Key extends string>(props: Omit<SegmentsProps<Key>, "adjacentText">) => (
  <span className="labelled">
    <span className="quiet">{props.label}</span>
    <Segments {...props} adjacentText={props.label} />
  </span>
);
