/** The number of sliders on a list of slides that users have moved. */
import type { Slide } from "@etesian/interface";
import { useSession } from "../session-context.tsx";
import { sliderKeysOf } from "./slides.ts";

export const useChangedCount = (slides: readonly Slide[]): number =>
  useSession(({ moves, scenario }) => {
    let count = 0;
    for (const slide of slides)
      for (const key of sliderKeysOf(slide))
        if ((moves[key] ?? scenario.userValues[key] ?? "reset") !== "reset") count++;
    return count;
  });
