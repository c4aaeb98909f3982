/** A choice among a few options. */
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

export interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** Accessible name, if the label is an abbreviation. */
  readonly name?: string;
}

export function Segments<Key extends string>({
  label,
  segments,
  selectedKey,
  onChoose,
  isDisabled = false,
}: {
  readonly label: string;
  readonly segments: readonly Segment<Key>[];
  readonly selectedKey: Key;
  readonly onChoose: (key: Key) => void;
  readonly isDisabled?: boolean;
}) {
  return (
    <ToggleButtonGroup
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
