import { lazyComponent } from "../../controls/lazily.tsx";
import { ComparedHours } from "../load-compared.tsx";
import type { HourlyKind } from "./chart-kind.ts";

/** This drawing has its own controls, which embedded charts do not load. */
const Inspector = lazyComponent(async () => (await import("../../screens/hours/Inspector.tsx")).Inspector);

export const priceSetter: HourlyKind = {
  data: "hourly",
  canEmbed: false,
  Draw: () => <Inspector network="merit_order" />,
  Compared: ComparedHours,
  hasUnit: true,
  hasSpan: false,
};
