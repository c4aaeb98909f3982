/** The size of a smaller area to which a new scenario is scaled. */
import type { Scaling } from "@etesian/sliders";

export type ScalingAttribute = Scaling["areaAttribute"];
export const SCALING_ATTRIBUTES = [
  "number_of_inhabitants",
  "present_number_of_residences",
] as const satisfies readonly ScalingAttribute[];

/** Sectors that the smaller area keeps, by their fields in the API. */
export const SECTORS = ["has_agriculture", "has_industry", "has_energy"] as const;
export type ScaledSector = (typeof SECTORS)[number];

/** A scaling as a field of an API request. */
export type ScaleRequest = { readonly area_attribute: ScalingAttribute; readonly value: number } & Readonly<
  Record<ScaledSector, boolean>
>;

/** The API's defaults. */
export const DEFAULT_SECTORS: Readonly<Record<ScaledSector, boolean>> = {
  has_agriculture: false,
  has_industry: false,
  has_energy: true,
};

/** Null if the size is not a number above 0 and at most that of the whole area. */
export function scaleRequest(
  attribute: ScalingAttribute,
  value: number | null,
  areaSize: number | null,
  sectors: Readonly<Record<ScaledSector, boolean>>,
): ScaleRequest | null {
  if (value === null || !(value > 0) || (areaSize !== null && value > areaSize)) return null;
  return { area_attribute: attribute, value, ...sectors };
}
