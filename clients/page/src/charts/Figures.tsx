/** Tables of figures: names on the left, figures on the right, with bars or buttons where a column has them. */
import type { Key, ReactNode } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { Verdict } from "../figures/verdict.ts";
import { useTexts } from "../texts/language.tsx";

export interface Column<Row> {
  readonly head: ReactNode;
  /** A figure unless stated: a name names its row; bars are for sighted users only. */
  readonly kind?: "name" | "text" | "figure" | "bars" | "action";
  /** Whether the head is for screen readers only. */
  readonly isHeadUnseen?: boolean;
  /** Whether a narrow pane leaves the column out. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row, place: number) => ReactNode;
  readonly verdict?: (row: Row) => Verdict;
}

export interface RowMark {
  readonly key: Key;
  readonly isSelected?: boolean;
  readonly data?: { readonly [name: `data-${string}`]: string | number };
}

/** @param props.foot cells of further rows below the others, in the order of the columns */
export function Figures<Row>({
  caption,
  columns,
  rows,
  markOf,
  foot = [],
}: {
  /** For screen readers; absent where a heading names the table. */
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly markOf: (row: Row, place: number) => RowMark;
  readonly foot?: readonly (readonly ReactNode[])[];
}) {
  return (
    <table className="figures">
      {caption !== undefined && <caption className="unseen">{caption}</caption>}
      <thead>
        <tr>
          {columns.map((column, index) =>
            column.kind === "bars" ? (
              <td key={index} className={classOf(column)} aria-hidden="true">
                {column.head}
              </td>
            ) : (
              <th key={index} scope="col" className={classOf(column)}>
                {column.isHeadUnseen === true ? <span className="unseen">{column.head}</span> : column.head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => {
          const { key, isSelected = false, data } = markOf(row, place);
          return (
            <tr key={key} className={isSelected ? "selected" : undefined} {...data}>
              {columns.map((column, index) => (
                <Cell key={index} column={column} verdict={column.verdict?.(row) ?? ""}>
                  {column.cell(row, place)}
                </Cell>
              ))}
            </tr>
          );
        })}
      </tbody>
      {foot.length > 0 && (
        <tfoot>
          {foot.map((cells, place) => (
            <tr key={place}>
              {columns.map((column, index) => (
                <Cell key={index} column={column} verdict="">
                  {cells[index]}
                </Cell>
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
}

function Cell<Row>({
  column,
  verdict,
  children,
}: {
  readonly column: Column<Row>;
  readonly verdict: Verdict;
  readonly children: ReactNode;
}) {
  if (column.kind === "name") return <th scope="row">{children}</th>;
  return (
    <td className={classOf(column, verdict)} aria-hidden={column.kind === "bars" ? true : undefined}>
      {children}
    </td>
  );
}

function classOf<Row>({ kind = "figure", isExtra = false }: Column<Row>, verdict: Verdict = ""): string | undefined {
  const names = [kind === "figure" ? "right" : kind === "bars" ? "bars" : "", isExtra ? "extra" : "", verdict];
  return names.filter(Boolean).join(" ") || undefined;
}

/** A name with quieter words after it, such as its unit. */
export const Named = ({ name, more }: { readonly name: string; readonly more: string | null | undefined }) => (
  <>
    {name} <span className="quiet">{more}</span>
  </>
);

/** A row for each headline number. */
export function HeadlineFigures({
  numbers,
  columns,
}: {
  readonly numbers: readonly HeadlineNumber[];
  /** After the column with the name and unit of each number. */
  readonly columns: readonly Column<HeadlineNumber>[];
}) {
  const { texts } = useTexts();
  const named: Column<HeadlineNumber> = {
    head: texts.headline,
    kind: "name",
    cell: ({ title, unit }) => <Named name={title} more={unit} />,
  };
  return (
    <Figures
      columns={[named, ...columns]}
      rows={numbers}
      markOf={({ query }) => ({ key: query, data: { "data-query": query } })}
    />
  );
}
