/** Runs the checks of missing figures and of yearly units on documents of the included model with one mistake. */
import { join } from "node:path";
import { interfaceOf } from "@etesian/compute/interface-of";
import { type Model, openModel } from "@etesian/model";
import { modelCache } from "@etesian/testing/model-cache";
import { beforeAll, describe, expect, test } from "vitest";
import { auditFigures, type FoundFault } from "./audit.ts";
import type { CheckName } from "./checks.ts";

type Documents = ReturnType<typeof interfaceOf>["documents"];

const STARTER = join(import.meta.dirname, "../../../../models/starter");

let model: Model;
let validDocuments: Documents;

beforeAll(async () => {
  model = await openModel(STARTER, modelCache);
  validDocuments = interfaceOf(model).documents;
});

async function faultsOf(
  check: CheckName,
  documents: Documents,
  subject: string,
  auditedModel: Model = model,
): Promise<readonly FoundFault[]> {
  const options = { checks: [check], areas: ["nl"], withAllVariants: false, onProgress: () => {}, documents };
  const { areas } = await auditFigures(auditedModel, options);
  return areas.flatMap(({ faults }) => faults.filter((fault) => fault.subject === subject));
}

/** The included model with additional queries. */
function withQueries(queries: readonly { readonly key: string; readonly query: string }[]): Model {
  const [template] = model.definition.gqueries;
  const gqueries = queries.map((query) => ({ ...template!, ...query, unit: "factor", deprecatedKey: null }));
  const definition = { ...model.definition, gqueries: [...model.definition.gqueries, ...gqueries] };
  return new Proxy(model, {
    get(target, name): unknown {
      if (name === "definition") return definition;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

describe("checks of missing figures", () => {
  test("an undeclared base-year value that needs hours is a fault", async () => {
    const headline = validDocuments.headline.map((headlineDocument) =>
      headlineDocument.query === "electricity_curtailed" ? { ...headlineDocument, needs: null } : headlineDocument,
    );
    const [fault] = await faultsOf("existence", { ...validDocuments, headline }, "electricity_curtailed");
    expect(fault?.message).toMatch(/^0 in the present, .* expected needs: hours$/);
  });

  test("a ratio over a base that the area lacks is a fault, unless the document names the base", async () => {
    const modelWithoutCosts = withQueries([
      { key: "against_nothing", query: "DIVIDE(Q(total_costs), Q(nothing)) - 1.0" },
      { key: "nothing", query: "0.0" },
    ]);
    const ratioHeadline = { ...validDocuments.headline[0]!, query: "against_nothing", unit: "%", chart: null };
    const findFaults = async (base: string | null) =>
      faultsOf(
        "existence",
        { ...validDocuments, headline: [{ ...ratioHeadline, base }] },
        "against_nothing",
        modelWithoutCosts,
      );
    expect((await findFaults(null)).map(({ message }) => message)).toEqual([
      expect.stringMatching(/denominator Q\(nothing\) is 0: expected base$/),
    ]);
    expect(await findFaults("nothing")).toEqual([]);
  });

  test("a percentage that is shown per year but does not compound is a fault", async () => {
    const title = validDocuments.sliders["costs_wacc_households"]!;
    const sliders = { ...validDocuments.sliders, costs_wacc_households: { ...title, unit: "% a year" } };
    const [fault] = await faultsOf("growth", { ...validDocuments, sliders }, "costs_wacc_households");
    expect(fault?.message).toMatch(/does not compound/);
  });
});
