/** A choice among a few options. */
import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

export interface Segment<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** Accessible name, where the label is short. */
  readonly name?: string;
}

export function Segments<Key extends string>({
  label,
  segments,
  chosen,
  onChoose,
  isDisabled = false,
}: {
  readonly label: string;
  readonly segments: readonly Segment<Key>[];
  readonly chosen: Key;
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
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        const segment = segments.find((each) => each.key === key);
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
