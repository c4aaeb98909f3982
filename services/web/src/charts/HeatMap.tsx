/** A curve as a picture of days and hours of the day. */
import { useEffect, useRef, useState } from "react";
import { figure } from "../figures/figures.ts";
import { useTexts } from "../texts/language.tsx";
import { cutsOf, hourAt, pixelsOf, STEPS } from "./heatmap.ts";
import type { HourlySeries } from "./hours.ts";
import { ink } from "./ink.ts";
import type { Size } from "./use-size.ts";

const LEGEND = 24;

/** The colours of the ramp as the browser reads them. */
function rampOf(): readonly (readonly [number, number, number])[] {
  return Array.from({ length: STEPS }, (_, step) => {
    const colour = Number.parseInt(ink(`r${step}`).slice(1), 16);
    return [colour >> 16, (colour >> 8) & 255, colour & 255] as const;
  });
}

export function HeatMap({
  series,
  year,
  size,
  unit,
  theme,
  summary,
}: {
  readonly series: HourlySeries;
  readonly year: number;
  readonly size: Size;
  readonly unit: string;
  readonly theme: string;
  readonly summary: string;
}) {
  const { language } = useTexts();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [hour, setHour] = useState<number | null>(null);
  useEffect(() => {
    const pixels = pixelsOf(series.values, rampOf());
    canvas.current?.getContext("2d")?.putImageData(new ImageData(pixels, 365, 24), 0, 0);
  }, [series, theme]);
  const time = new Intl.DateTimeFormat(language, {
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
  });
  const at =
    hour === null
      ? ""
      : `${time.format(Date.UTC(year, 0, 1) + hour * 3_600_000)}: ${figure(series.values[hour]!, language, 2)} ${unit}`;
  return (
    <div>
      <canvas
        ref={canvas}
        width={365}
        height={24}
        role="img"
        aria-label={summary}
        style={{
          width: size.width,
          height: Math.max(24, size.height - LEGEND),
          imageRendering: "pixelated",
          display: "block",
        }}
        onPointerMove={({ nativeEvent, currentTarget }) =>
          setHour(
            hourAt(nativeEvent.offsetX / currentTarget.clientWidth, nativeEvent.offsetY / currentTarget.clientHeight),
          )
        }
        onPointerLeave={() => setHour(null)}
      />
      <div className="ramp">
        {Array.from({ length: STEPS }, (_, step) => (
          <i key={step} style={{ background: `var(--r${step})` }} />
        ))}
        <span>
          {hour === null
            ? `${[0, 3, 6].map((step) => figure(cutsOf(series.values)[step]!, language)).join(" · ")} ${unit}`
            : at}
        </span>
      </div>
    </div>
  );
}
