/** The field for the account's current password, which confirms a change. */
import { Input, Label, TextField } from "react-aria-components";
import type { Person } from "../../account/visitor.ts";
import { useTexts } from "../../texts/language.tsx";

/** Absent for an account without a password. */
export function CurrentPassword({
  person,
  value,
  onChange,
  isFirst = false,
}: {
  readonly person: Person;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly isFirst?: boolean;
}) {
  const { account } = useTexts().texts;
  if (!person.has_password) return null;
  return (
    <TextField
      type="password"
      value={value}
      onChange={onChange}
      autoComplete="current-password"
      isRequired
      autoFocus={isFirst}
    >
      <Label>{account.currentPassword}</Label>
      <Input className="input" />
    </TextField>
  );
}
