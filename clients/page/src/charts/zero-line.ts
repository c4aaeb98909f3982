/** The line at zero in hourly plots. */
import type uPlot from "uplot";
import { ink } from "./ink.ts";

/** A hook that draws a line at zero if the axis has values of both signs. */
export function zeroLine(plot: uPlot): void {
  const { ctx, bbox } = plot;
  const { y } = plot.scales;
  if (!((y?.min ?? 0) < 0 && (y?.max ?? 0) > 0)) return;
  const zeroY = Math.round(plot.valToPos(0, "y", true));
  ctx.save();
  ctx.strokeStyle = ink("ink-3");
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, zeroY);
  ctx.lineTo(bbox.left + bbox.width, zeroY);
  ctx.stroke();
  ctx.restore();
}
