/** A select element: the browser's native control, styled like the page. */
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
  readonly selectedKey: Key | undefined;
  readonly onChoose: (key: Key) => void;
  readonly isDisabled?: boolean;
}

export function Choice<Key extends string>({
  options,
  selectedKey,
  onChoose,
  isDisabled = false,
  ...labelProps
}: ChoiceProps<Key>) {
  return (
    <select
      {...labelProps}
      className="select"
      value={selectedKey}
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

/** A choice with a label before it. */
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
