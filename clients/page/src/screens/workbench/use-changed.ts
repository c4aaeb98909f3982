/** The number of sliders on a list of slides that users have set: in the visited version, if there is one. */
import type { Slide } from "@etesian/interface";
import { useSession } from "../session-context.tsx";
import { isSet } from "./positions.ts";
import { sliderKeysOf } from "./slides.ts";

export const useChangedCount = (slides: readonly Slide[]): number =>
  useSession((state) => {
    let count = 0;
    for (const slide of slides) for (const key of sliderKeysOf(slide)) if (isSet(state, key)) count++;
    return count;
  });
