/**
 * A map for choosing an area, which can show a figure for each area. It is one tab stop; arrow keys move between areas.
 */
import { type CSSProperties, type KeyboardEvent, useRef } from "react";
import { areaMapOf, type PlacedArea } from "../../charts/area-map.ts";
import { useMeasure } from "../../charts/use-measure.ts";
import { useTexts } from "../../texts/language.tsx";

const SIZE = { width: 362, height: 330 };
/** Radius of the target around a dot, in the map's units: large enough for a finger. */
const TARGET_RADIUS = 13;
const DOT_RADIUS = 4.5;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

const styleOf = (shade: number | null): CSSProperties =>
  shade === null
    ? {}
    : ({ "--shade": `color-mix(in srgb, var(--ink-2) ${Math.round(shade * 100)}%, var(--sheet))` } as CSSProperties);

export function AreaMap({
  areas,
  chosen,
  matches,
  shadeOf = () => null,
  onChoose,
}: {
  readonly areas: readonly PlacedArea[];
  readonly chosen: string | null;
  /** Keys of areas that match the search text; the others are drawn pale. */
  readonly matches: ReadonlySet<string>;
  /** How dark an area is, from 0 to 1; null for the default colour. */
  readonly shadeOf?: (area: string) => number | null;
  readonly onChoose: (area: string) => void;
}) {
  const { texts } = useTexts();
  const map = useRef<SVGSVGElement>(null);
  const marks = areaMapOf(areas, SIZE, useMeasure());
  const choose = (key: string): void => {
    onChoose(key);
    map.current?.querySelector<SVGElement>(`[data-area="${CSS.escape(key)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    const step = STEPS[event.key];
    if (step !== undefined) choose(marks[(index + step + marks.length) % marks.length]!.key);
    else if (event.key === "Enter" || event.key === " ") choose(marks[index]!.key);
    else return;
    event.preventDefault();
  };
  const tabStop = marks.some(({ key }) => key === chosen) ? chosen : marks[0]?.key;
  return (
    <svg
      ref={map}
      className="map"
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      role="radiogroup"
      aria-label={texts.areaMap}
    >
      {marks.map(({ key, label, path, position }, index) => (
        <g
          key={key}
          className={["area", key === chosen && "on", !matches.has(key) && "pale"].filter(Boolean).join(" ")}
          data-area={key}
          role="radio"
          aria-checked={key === chosen}
          aria-label={label}
          style={styleOf(shadeOf(key))}
          tabIndex={key === tabStop ? 0 : -1}
          onClick={() => choose(key)}
          onKeyDown={(event) => onKeyDown(event, index)}
        >
          {path === null ? (
            <>
              <circle className="target" cx={position.x} cy={position.y} r={TARGET_RADIUS} />
              <circle className="dot" cx={position.x} cy={position.y} r={DOT_RADIUS} />
            </>
          ) : (
            <path d={path} fillRule="evenodd" />
          )}
        </g>
      ))}
      {marks.map(
        ({ key, label, path, name }) =>
          name !== null && (
            <text
              key={key}
              className={key === chosen && path !== null ? "on" : undefined}
              x={name.x}
              y={name.y + 4}
              textAnchor={name.anchor}
              aria-hidden="true"
            >
              {label}
            </text>
          ),
      )}
      <path className="north" d="M16 40V14l9 3M16 20l9 3M16 26l5 1.6" aria-hidden="true" />
      <text className="north" x={16} y={54} textAnchor="middle" aria-hidden="true">
        {texts.north}
      </text>
    </svg>
  );
}
