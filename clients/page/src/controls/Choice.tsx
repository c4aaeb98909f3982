/** A choice of one option from a list that opens: the browser's own control, which phones show full size, in the page's look. */
import type { SelectHTMLAttributes } from "react";

export interface Option<Key extends string> {
  readonly key: Key;
  readonly label: string;
}

interface ChoiceProps<Key extends string> extends Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  "id" | "aria-label" | "aria-labelledby"
> {
  readonly options: readonly Option<Key>[];
  readonly chosen: Key | undefined;
  readonly onChoose: (key: Key) => void;
  readonly isDisabled?: boolean;
}

export function Choice<Key extends string>({
  options,
  chosen,
  onChoose,
  isDisabled = false,
  ...named
}: ChoiceProps<Key>) {
  return (
    <select
      {...named}
      className="select"
      value={chosen}
      disabled={isDisabled}
      onChange={({ target }) => {
        const option = options.find(({ key }) => key === target.value);
        if (option !== undefined) onChoose(option.key);
      }}
    >
      {options.map(({ key, label }) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </select>
  );
}

/** A choice with its words before it. */
export function LabelledChoice<Key extends string>({
  label,
  ...choice
}: { readonly label: string } & ChoiceProps<Key>) {
  return (
    <label className="labelled">
      <span className="quiet">{label}</span>
      <Choice {...choice} />
    </label>
  );
}
