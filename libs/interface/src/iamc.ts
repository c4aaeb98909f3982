/** Units of the IAMC format, as templates of integrated assessment models spell them. */
import type { IamcDocument } from "./documents.ts";
import { factorBetween } from "./units.ts";

/** Units whose names differ from those in the table of units. */
const SPELLINGS: { readonly [unit: string]: string } = {
  "kt CO2": "kt CO₂",
  "Mt CO2": "Mt CO₂",
  "kt CO2-equiv": "kt CO₂-eq",
  "Mt CO2-equiv": "Mt CO₂-eq",
  "million EUR": "mln €",
  "billion EUR": "bln €",
  "EUR/MWh": "€/MWh",
};

/** Flows are per year, as the model's annual figures are. */
const PER_YEAR = /\/yr$/;

/**
 * The factor from a query's figure to a variable's unit: the documented factor, or the factor between the two units.
 * Null if it is neither documented nor known.
 */
export function iamcFactor({ unit, factor }: IamcDocument, queryUnit: string | null): number | null {
  if (factor !== null) return factor;
  const annual = unit.replace(PER_YEAR, "");
  return factorBetween(queryUnit ?? "", SPELLINGS[annual] ?? annual);
}
