/** Tables of figures: names on the left, figures on the right, with bars or buttons where a column has them. */
import type { Key, ReactNode } from "react";
import type { HeadlineNumber } from "@etesian/interface";
import type { Verdict } from "../figures/verdict.ts";
import { useTexts } from "../texts/language.tsx";

export interface Column<Row> {
  readonly head: ReactNode;
  /** "figure" by default. "name" is the row's header; "bars" are hidden from screen readers. */
  readonly kind?: "name" | "text" | "figure" | "bars" | "action";
  /** Whether only screen readers read the head. */
  readonly isHeadVisuallyHidden?: boolean;
  /** Whether a narrow pane omits the column. */
  readonly isExtra?: boolean;
  readonly cell: (row: Row, index: number) => ReactNode;
  readonly verdict?: (row: Row) => Verdict;
}

export interface RowAttributes {
  readonly key: Key;
  readonly isSelected?: boolean;
  readonly data?: { readonly [name: `data-${string}`]: string | number };
}

/** @param props.footRows cells of additional rows at the bottom, in the order of the columns */
export function Figures<Row>({
  caption,
  columns,
  rows,
  attributesOf,
  footRows = [],
}: {
  /** Label for screen readers; absent if a heading labels the table. */
  readonly caption?: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly attributesOf: (row: Row, index: number) => RowAttributes;
  readonly footRows?: readonly (readonly ReactNode[])[];
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
                {column.isHeadVisuallyHidden === true ? <span className="unseen">{column.head}</span> : column.head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, position) => {
          const { key, isSelected = false, data } = attributesOf(row, position);
          return (
            <tr key={key} className={isSelected ? "selected" : undefined} {...data}>
              {columns.map((column, index) => (
                <Cell key={index} column={column} verdict={column.verdict?.(row) ?? ""}>
                  {column.cell(row, position)}
                </Cell>
              ))}
            </tr>
          );
        })}
      </tbody>
      {footRows.length > 0 && (
        <tfoot>
          {footRows.map((cells, position) => (
            <tr key={position}>
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

/** A name followed by a muted detail, such as its unit. */
export const NameWithDetail = ({
  name,
  detail,
}: {
  readonly name: string;
  readonly detail: string | null | undefined;
}) => (
  <>
    {name} <span className="quiet">{detail}</span>
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
  const column: Column<HeadlineNumber> = {
    head: texts.headline,
    kind: "name",
    cell: ({ title, unit }) => <NameWithDetail name={title} detail={unit} />,
  };
  return (
    <Figures
      columns={[column, ...columns]}
      rows={numbers}
      attributesOf={({ query }) => ({ key: query, data: { "data-query": query } })}
    />
  );
}
