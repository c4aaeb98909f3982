/** Messages about parts of an imported scenario. */
import type { RefusedPart } from "../../calculation/scenario-file.ts";
import type { Texts } from "../../texts/en.ts";

/** Why the server refused a part, with the part's name. */
export const refusalText = (part: RefusedPart, texts: Texts): string => `${nameOf(part, texts)}: ${part.message}`;

function nameOf(part: RefusedPart, { pane, yours }: Texts): string {
  switch (part.kind) {
    case "curve":
      return pane.attachedCurve(part.key);
    case "order":
      return yours.orderNames[part.name];
    case "couplings":
      return pane.couplings(part.groups.join(", "));
  }
}
