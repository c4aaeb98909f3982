import { isDeepStrictEqual } from "node:util";
import { openModel, solveStartYear } from "@etesian/model";
import { modelCache } from "@etesian/testing/model-cache";
import { share } from "@etesian/testing/shared";
import { expect, test } from "vitest";
import { findReference } from "./reference.ts";

const reference = findReference();

test.skipIf(reference === null)(
  "solving an area of the reference model is deterministic (skipped without reference data: set ETESIAN_REFERENCE_DIR)",
  async () => {
    const model = await share("Model of the reference", () => openModel(reference!.model, modelCache));
    const solve = () => solveStartYear(model.definition, model.source("GM0363_amsterdam"));
    expect(isDeepStrictEqual(solve(), solve())).toBe(true);
  },
);
