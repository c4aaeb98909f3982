/** Value axes: hairlines with figures, and a line at zero. */
import type { Frame } from "./frame.ts";

export function VerticalAxis({ scale, tickLabels, plot }: Pick<Frame, "scale" | "tickLabels" | "plot">) {
  const zero = scale.position(0);
  return (
    <g>
      {scale.ticks.map((value, index) => (
        <g key={value}>
          <line className="grid" x1={plot.left} x2={plot.right} y1={scale.position(value)} y2={scale.position(value)} />
          <text className="tick" x={plot.left - 6} y={scale.position(value) + 4} textAnchor="end">
            {tickLabels[index]}
          </text>
        </g>
      ))}
      <line className="base" x1={plot.left} x2={plot.right} y1={zero} y2={zero} />
    </g>
  );
}

export function HorizontalAxis({
  scale,
  tickLabels,
  top,
  bottom,
}: Pick<Frame, "scale" | "tickLabels"> & { readonly top: number; readonly bottom: number }) {
  const zero = scale.position(0);
  return (
    <g>
      {scale.ticks.map((value, index) => (
        <g key={value}>
          <line className="grid" x1={scale.position(value)} x2={scale.position(value)} y1={top} y2={bottom} />
          <text className="tick" x={scale.position(value)} y={top - 7} textAnchor="middle">
            {tickLabels[index]}
          </text>
        </g>
      ))}
      <line className="base" x1={zero} x2={zero} y1={top} y2={bottom} />
    </g>
  );
}
