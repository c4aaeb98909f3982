/** The figures of the reference model that the page displays add up. */
import { openModel } from "@etesian/model";
import { realModel } from "@etesian/model/testing";
import { modelCache } from "@etesian/testing/model-cache";
import { isExhaustiveRun } from "@etesian/testing/sample";
import { expect, test } from "vitest";
import { auditFigures } from "./audit.ts";
import { CHECK_NAMES } from "./checks.ts";
import { openFaults } from "./report.ts";

const ETSOURCE_AREAS = ["nl2023", "GM0088_schiermonnikoog", ...(isExhaustiveRun ? ["nl2019", "PV20_groningen"] : [])];

test.skipIf(realModel === null)("the displayed figures of ETSource add up", { timeout: 2_400_000 }, async () => {
  const model = await openModel(realModel!, { ...modelCache, firstArea: null });
  const options = {
    checks: CHECK_NAMES,
    areas: ETSOURCE_AREAS,
    withAllVariants: isExhaustiveRun,
    onProgress: () => {},
  };
  const report = await auditFigures(model, options);
  expect(openFaults(report)).toEqual([]);
});
