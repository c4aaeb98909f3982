/** A select element: the browser's native control, styled like the page. */
import type { SelectHTMLAttributes } from "react";

export interface Option<Key extends string> {
  readonly key: Key;
  readonly label: string;
}

interface SelectProps<Key extends string> extends Pick<
  SelectHTMLAttributes<HTMLSelectElement>,
  "id" | "aria-label" | "aria-labelledby"
> {
  readonly options: readonly Option<Key>[];
  readonly selectedKey: Key | undefined;
  readonly onChoose: (key: Key) => void;
  readonly isDisabled?: boolean;
}

export function Select<Key extends string>({
  options,
  selectedKey,
  onChoose,
  isDisabled = false,
  ...labelProps
}: SelectProps<Key>) {
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

/** A select element with a label before it. */
export function LabelledSelect<Key extends string>({
  label,
  ...choice
}: { readonly label: string } & SelectProps<Key>) {
  return (
    <label className="labelled">
      <span className="quiet">{label}</span>
      <Select {...choice} />
    </label>
  );
}
