import { lazily } from "../../controls/lazily.tsx";
import { comparedAsCurves } from "../ComparedCurves.tsx";
import type { HourlyKind } from "./chart-kind.ts";

/** With controls of its own, which embedded charts do not load. */
const Inspector = lazily(async () => (await import("../../screens/hours/Inspector.tsx")).Inspector);

export const priceSetter: HourlyKind = {
  data: "hourly",
  canEmbed: false,
  Draw: () => <Inspector network="merit_order" />,
  Compared: comparedAsCurves({ isSorted: false }),
  hasUnit: true,
  hasSpan: false,
};
