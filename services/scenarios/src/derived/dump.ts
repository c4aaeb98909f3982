/** Creates a scenario from a dump of another one. Pure. */
import { recipeCodec } from "@etesian/contracts/codecs";
import type { Scaling } from "@etesian/contracts/compute";
import type { LoadDumpRequest } from "@etesian/contracts/scenarios";
import type { Caller } from "@etesian/contracts/rights";
import { AREA_ATTRIBUTES } from "@etesian/sliders";
import { effectiveOrder, orderProblems } from "@etesian/sliders/orders";
import { attributes } from "../messages.ts";
import { type ServedModel, originOf, type FieldProblem } from "../deciding/origin.ts";
import type { ComposeScenario } from "../deciding/scenario-commands.ts";

/**
 * The command that creates the scenario of a dump, or its problems. Values are copied unchanged, because they were
 * validated when the dumped scenario was changed.
 */
export function dumpCommand(
  request: LoadDumpRequest,
  caller: Caller,
  model: ServedModel,
): ComposeScenario | { readonly problems: readonly FieldProblem[] } {
  if (request.recipe === undefined) return toProblems("base", "The dump is empty");
  const { scaling } = request.recipe;
  if (scaling !== undefined && !isValidScaling(scaling)) return toProblems("scaling", "is invalid");
  const recipe = recipeCodec.fromMessage(request.recipe);
  const origin = originOf({ areaCode: recipe.area, endYear: recipe.endYear, scale: null, descale: false }, model, null);
  const problems = [...("problems" in origin ? origin.problems : []), ...problemsOf(recipe.orders, model)];
  if ("problems" in origin || problems.length > 0) return { problems };
  const orders = Object.entries(recipe.orders).map(([name, keys]) => [name, effectiveOrder(keys, model.orders[name]!)]);
  return {
    type: "ComposeScenario",
    caller,
    contents: { ...recipe, ...origin, scaling: recipe.scaling, orders: Object.fromEntries(orders) },
    sources: [],
    privateByDefault: request.privateByDefault,
    attributes: attributes({ ...request, title: undefined }, request.source),
    curves: {},
    esdlFile: null,
    changes: model.changes,
  };
}

const toProblems = (attribute: string, message: string) => ({ problems: [{ attribute, message }] });

const isValidScaling = ({ areaAttribute, value, baseValue }: Scaling): boolean =>
  AREA_ATTRIBUTES.some((name) => name === areaAttribute) && value > 0 && baseValue > 0;

function problemsOf(orders: ServedModel["orders"], model: ServedModel): FieldProblem[] {
  return Object.entries(orders).flatMap(([name, keys]) => {
    const members = Object.hasOwn(model.orders, name) ? model.orders[name]! : null;
    const messages = members === null ? ["is not known"] : orderProblems(keys, members);
    return messages.map((message) => ({ attribute: name, message }));
  });
}
