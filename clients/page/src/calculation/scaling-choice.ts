/** The size of a smaller area to which a new scenario is scaled. */
import type { Scaling } from "@etesian/sliders";

export type ScaledBy = Scaling["areaAttribute"];
export const SCALED_BY = [
  "number_of_inhabitants",
  "present_number_of_residences",
] as const satisfies readonly ScaledBy[];

/** Sectors that the smaller area keeps, by their fields in the API. */
export const SECTORS = ["has_agriculture", "has_industry", "has_energy"] as const;
export type ScaledSector = (typeof SECTORS)[number];

/** A scaling in a request of the API. */
export type ScaleRequest = { readonly area_attribute: ScaledBy; readonly value: number } & Readonly<
  Record<ScaledSector, boolean>
>;

/** The defaults of the API. */
export const USUAL_SECTORS: Readonly<Record<ScaledSector, boolean>> = {
  has_agriculture: false,
  has_industry: false,
  has_energy: true,
};

/** Null if the size is not a number above 0 and at most that of the whole area. */
export function scaleRequest(
  by: ScaledBy,
  value: number | null,
  whole: number | null,
  sectors: Readonly<Record<ScaledSector, boolean>>,
): ScaleRequest | null {
  if (value === null || !(value > 0) || (whole !== null && value > whole)) return null;
  return { area_attribute: by, value, ...sectors };
}
