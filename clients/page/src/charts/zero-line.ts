/** The line at zero of plots of hours. */
import type uPlot from "uplot";
import { ink } from "./ink.ts";

/** Draws a line at zero if the axis has both signs, as a hook. */
export function zeroLine(plot: uPlot): void {
  const { ctx, bbox } = plot;
  const { y } = plot.scales;
  if (!((y?.min ?? 0) < 0 && (y?.max ?? 0) > 0)) return;
  const at = Math.round(plot.valToPos(0, "y", true));
  ctx.save();
  ctx.strokeStyle = ink("ink-3");
  ctx.lineWidth = devicePixelRatio;
  ctx.beginPath();
  ctx.moveTo(bbox.left, at);
  ctx.lineTo(bbox.left + bbox.width, at);
  ctx.stroke();
  ctx.restore();
}
