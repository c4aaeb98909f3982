import type { Person } from "../../account/visitor.ts";

/** Up to two characters that represent a person. */
export function initialsOf({ name, email }: Pick<Person, "name" | "email">): string {
  const words = (name ?? email?.split("@")[0] ?? "").split(/[\s._@-]+/).filter((word) => word !== "");
  const [first = "?"] = words;
  const last = words.length > 1 ? words.at(-1)! : "";
  return `${initialOf(first)}${initialOf(last)}`.toUpperCase();
}

/** The first character, which may be two code units long. */
const initialOf = (word: string): string => /^./u.exec(word)?.[0] ?? "";
