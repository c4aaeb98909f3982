import { Inspector } from "../../screens/hours/Inspector.tsx";
import { comparedAsCurves } from "../ComparedCurves.tsx";
import type { HourlyKind } from "./chart-kind.ts";

export const priceSetter: HourlyKind = {
  data: "hourly",
  Draw: () => <Inspector network="merit_order" />,
  Compared: comparedAsCurves({ isSorted: false }),
  hasUnit: true,
  hasSpan: false,
};
