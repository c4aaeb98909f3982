/** The number of variants, or of what determines it. */
import { useNavigate } from "@tanstack/react-router";
import { LabelledChoice } from "../../controls/Choice.tsx";
import { written } from "../../figures/figures.ts";
import { useTexts } from "../../texts/language.tsx";

export function CountChoice({
  label,
  counts,
  chosen,
}: {
  readonly label: string;
  readonly counts: readonly number[];
  readonly chosen: number;
}) {
  const { language } = useTexts();
  const navigate = useNavigate();
  return (
    <LabelledChoice
      label={label}
      options={counts.map((count) => ({ key: String(count), label: written(count, language, 0) }))}
      chosen={String(chosen)}
      onChoose={(count) =>
        void navigate({ to: ".", search: (search) => ({ ...search, n: Number(count) }), replace: true })
      }
    />
  );
}

/** The number in the address if it can be chosen. */
export const countOf = (given: number | null, counts: readonly number[], usual: number): number =>
  given !== null && counts.includes(given) ? given : usual;
