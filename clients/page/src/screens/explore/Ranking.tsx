/** Rows with bars on one scale: a list with one tab stop, in which arrow keys move the selection. */
import { type ReactNode } from "react";
import { ListBox, ListBoxItem } from "react-aria-components";
import { BarAxis, barBetween, BarGrid } from "../../charts/BarAxis.tsx";
import { NameWithDetail } from "../../charts/Figures.tsx";
import { linearScale } from "../../charts/scale.ts";
import type { Verdict } from "../../figures/verdict.ts";

export interface RankedRow {
  readonly key: string;
  /** Its rank among all rows, of which the list may show only some. */
  readonly rank?: number | undefined;
  readonly title: string;
  readonly detail?: string;
  /** Ends of the bar; null for none. */
  readonly bar: readonly [from: number, to: number] | null;
  /** Whether the bar has no direction. */
  readonly isUndirected?: boolean;
  readonly interval?: readonly [from: number, to: number] | null;
  /** Why there is no bar; null if there is one. */
  readonly fault?: string | null;
  readonly range: string;
  /** Null if there is none. */
  readonly figure: { readonly value: number; readonly text: string } | null;
  readonly verdict?: Verdict;
}

export function Ranking({
  label,
  heads,
  zeroLabel = null,
  rows,
  selected,
  onSelect,
  children,
}: {
  readonly label: string;
  readonly heads: { readonly name: string; readonly range: string; readonly figure: string };
  /** The label at 0 of the scale, if not "0". */
  readonly zeroLabel?: string | null;
  readonly rows: readonly RankedRow[];
  /** The key of a row. */
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  /** Content below the rows. */
  readonly children?: ReactNode;
}) {
  const ends = rows.flatMap(({ bar, interval }) => [...(bar ?? []), ...(interval ?? [])]);
  const scale = linearScale([Math.min(0, ...ends), Math.max(0, ...ends)], [0, 100], 25);
  return (
    <div className="body">
      <div className="rankingRow axis" aria-hidden="true">
        <span className="name">{heads.name}</span>
        <BarAxis scale={scale} zero={zeroLabel} />
        <span className="quiet range">{heads.range}</span>
        <span className="right">{heads.figure}</span>
      </div>
      <div className="scrolls">
        <ListBox
          aria-label={label}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={selected === null ? [] : [selected]}
          onSelectionChange={(keys) => {
            const [key] = keys;
            if (key !== undefined) onSelect(String(key));
          }}
        >
          {rows.map((row) => {
            const {
              key,
              rank,
              title,
              detail,
              bar,
              isUndirected = false,
              interval = null,
              fault = null,
              range,
              figure,
            } = row;
            return (
              <ListBoxItem key={key} id={key} textValue={`${title} ${detail ?? ""}`} className="rankingRow">
                <span className="name" title={title}>
                  {rank !== undefined && <span className="quiet">{rank} </span>}
                  <NameWithDetail name={title} detail={detail} />
                </span>
                {fault === null ? (
                  <span className="barRow">
                    <BarGrid scale={scale} />
                    {bar !== null && (
                      <i className={isUndirected ? "bar either" : "bar"} style={barBetween(scale, ...bar)} />
                    )}
                    {interval !== null && <i className="interval" style={barBetween(scale, ...interval)} />}
                  </span>
                ) : (
                  <span className="failed" title={fault}>
                    {fault}
                  </span>
                )}
                <span className="quiet range" title={range}>
                  {range}
                </span>
                <span className={`right ${row.verdict ?? ""}`}>
                  {figure === null ? "–" : <data value={figure.value}>{figure.text}</data>}
                </span>
              </ListBoxItem>
            );
          })}
        </ListBox>
        {children}
      </div>
    </div>
  );
}
