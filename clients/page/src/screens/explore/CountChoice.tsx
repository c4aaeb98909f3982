/** The number of variants, or of what determines it. */
import { useNavigate } from "@tanstack/react-router";
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
    <label className="count">
      <span className="quiet">{label}</span>
      <select
        className="curve"
        value={chosen}
        onChange={({ target }) =>
          void navigate({ to: ".", search: (search) => ({ ...search, n: Number(target.value) }), replace: true })
        }
      >
        {counts.map((count) => (
          <option key={count} value={count}>
            {written(count, language, 0)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The number in the address if it can be chosen. */
export const countOf = (given: number | null, counts: readonly number[], usual: number): number =>
  given !== null && counts.includes(given) ? given : usual;
