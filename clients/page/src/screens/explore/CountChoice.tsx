/** Chooses the number of variants, or of the trajectories that determine it. */
import { useNavigate } from "@tanstack/react-router";
import { LabelledSelect } from "../../controls/Select.tsx";
import { formatDecimals } from "../../figures/figures.ts";
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
    <LabelledSelect
      label={label}
      options={counts.map((count) => ({ key: String(count), label: formatDecimals(count, language, 0) }))}
      selectedKey={String(chosen)}
      onChoose={(count) =>
        void navigate({ to: ".", search: (search) => ({ ...search, n: Number(count) }), replace: true })
      }
    />
  );
}

/** The count in the URL if it is one of the choices; otherwise the default. */
export const countOf = (value: number | null, counts: readonly number[], defaultCount: number): number =>
  value !== null && counts.includes(value) ? value : defaultCount;
