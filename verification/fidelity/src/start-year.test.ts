/** Compares the start year of real areas with the reference; skipped without reference data. */
import { solveStartYear, type Model } from "@etesian/model";
import { beforeAll, describe, expect, test } from "vitest";
import { findReference, type Reference } from "./reference.ts";
import { sampleSize } from "@etesian/testing/sample";
import { compareStages, openReferenceModel, sourceOfReference, stagedAreas, tryArea } from "./start-year.ts";

/** Areas for which the reference has no stages; each of the first three is of a different kind. */
const COMPUTED_AREAS = [
  "nl2019",
  "ES03_drenthe",
  "BEGM35013_oostende",
  "PV27_2022_noord_holland",
  "PV31_limburg",
  "FR_france",
];

const foundReference = findReference();
const reference: Reference = foundReference ?? { model: "", golden: "" };

describe.skipIf(foundReference === null)(
  `start years${foundReference === null ? " (no reference data: set ETESIAN_REFERENCE_DIR)" : ""}`,
  () => {
    let model: Model;
    beforeAll(async () => {
      model = await openReferenceModel(reference);
    });

    test.each(foundReference === null ? [] : stagedAreas(reference))(
      "the start year of %s agrees in every value of every stage",
      (area) => {
        const comparisons = compareStages(reference, model, area);
        expect(
          comparisons.flatMap(({ title, mismatches }) =>
            mismatches.slice(0, 5).map((mismatch) => ({ title, ...mismatch })),
          ),
        ).toEqual([]);
        expect(comparisons.filter(({ total }) => total < 90)).toEqual([]);
      },
    );

    test.each(COMPUTED_AREAS.slice(0, sampleSize(3, COMPUTED_AREAS.length)))(
      "the start year of %s can be computed",
      (area) => {
        expect(tryArea(model, area)).toMatchObject({ area, problem: null });
      },
    );

    test("the start year of eu cannot be computed without its energy balance", () => {
      expect(tryArea(model, "eu").problem).toBe("the energy balance of eu is not in the model");
      expect(() => solveStartYear(model.definition, model.source("eu"))).toThrow(/^eu: .*is not in the model/);
    });

    test("the start year of an area derived from eu equals the reference's with its stub balance, except for the warnings", () => {
      const source = model.source("DE_germany");
      const { warnings, ...actual } = solveStartYear(model.definition, source);
      const { warnings: stubWarnings, ...stubResult } = solveStartYear(
        model.definition,
        sourceOfReference(model, "DE_germany"),
      );
      expect(actual).toEqual(stubResult);
      expect(stubWarnings).toEqual([]);
      expect(warnings).toHaveLength(3);
    });
  },
);
