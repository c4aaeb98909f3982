/** Rows with bars on one scale: a list with one tab stop, in which arrows move the selection. */
import { Fragment, type ReactNode } from "react";
import { ListBox, ListBoxItem } from "react-aria-components";
import { BarAxis, barBetween, BarGrid } from "../../charts/BarAxis.tsx";
import { NameWithDetail } from "../../charts/Figures.tsx";
import { linearScale, type Scale } from "../../charts/scale.ts";
import type { Verdict } from "../../figures/verdict.ts";

export interface RankedRow {
  readonly key: string;
  /** Its rank among all rows, of which the list may show only some. */
  readonly rank?: number | undefined;
  readonly title: string;
  readonly detail?: string;
  readonly bars: readonly RankedBar[];
  readonly interval?: readonly [from: number, to: number] | null;
  /** Why there is no bar; null if there is one. */
  readonly fault?: string | null;
  readonly range?: string;
  /** By column; null if there is none. */
  readonly figures: readonly ({ readonly value: number; readonly text: string; readonly verdict?: Verdict } | null)[];
}

export interface RankedBar {
  readonly from: number;
  readonly to: number;
  readonly isHollow?: boolean;
  /** At the end that is farther from 0. */
  readonly label?: string;
}

/** Room for the labels of bars on both sides, in percent of the column. */
const LABEL_ROOM = 22;

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
  readonly heads: { readonly name: string; readonly range?: string; readonly figures: readonly string[] };
  /** The label at 0 of the scale, if not "0". */
  readonly zeroLabel?: string | null;
  readonly rows: readonly RankedRow[];
  /** The key of a row. */
  readonly selected: string | null;
  readonly onSelect: (key: string) => void;
  /** Content below the rows. */
  readonly children?: ReactNode;
}) {
  const ends = rows.flatMap(({ bars, interval }) => [
    ...bars.flatMap(({ from, to }) => [from, to]),
    ...(interval ?? []),
  ]);
  const hasLabels = rows.some(({ bars }) => bars.some(({ label }) => label !== undefined));
  const scale = linearScale(
    [Math.min(0, ...ends), Math.max(0, ...ends)],
    hasLabels ? [LABEL_ROOM, 100 - LABEL_ROOM] : [0, 100],
    25,
  );
  return (
    <div className={hasLabels ? "body ofEnds" : "body"}>
      <div className="rankingRow axis" aria-hidden="true">
        <span className="name">{heads.name}</span>
        <BarAxis scale={scale} zero={zeroLabel} />
        {heads.range !== undefined && <span className="quiet range">{heads.range}</span>}
        {heads.figures.map((figure) => (
          <span key={figure} className="right">
            {figure}
          </span>
        ))}
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
            const { key, rank, title, detail, bars, interval = null, fault = null, range, figures } = row;
            return (
              <ListBoxItem key={key} id={key} textValue={`${title} ${detail ?? ""}`} className="rankingRow">
                <span className="name" title={title}>
                  {rank !== undefined && <span className="quiet">{rank} </span>}
                  <NameWithDetail name={title} detail={detail} />
                </span>
                {fault === null ? (
                  <span className="barRow">
                    <BarGrid scale={scale} />
                    {bars.map(({ from, to, isHollow = false, label }, index) => (
                      <Fragment key={index}>
                        <i className={isHollow ? "bar either" : "bar"} style={barBetween(scale, from, to)} />
                        {label !== undefined && (
                          <span className="end" style={labelPosition(scale, to)}>
                            {label}
                          </span>
                        )}
                      </Fragment>
                    ))}
                    {interval !== null && <i className="interval" style={barBetween(scale, ...interval)} />}
                  </span>
                ) : (
                  <span className="failed" title={fault}>
                    {fault}
                  </span>
                )}
                {range !== undefined && (
                  <span className="quiet range" title={range}>
                    {range}
                  </span>
                )}
                {figures.map((figure, index) => (
                  <span key={index} className={`right ${figure?.verdict ?? ""}`}>
                    {figure === null ? "–" : <data value={figure.value}>{figure.text}</data>}
                  </span>
                ))}
              </ListBoxItem>
            );
          })}
        </ListBox>
        {children}
      </div>
    </div>
  );
}

/** The position of a label outside the end of a bar. */
const labelPosition = (scale: Scale, end: number): { readonly left?: string; readonly right?: string } =>
  end < 0 ? { right: `${100 - scale.position(end)}%` } : { left: `${scale.position(end)}%` };
