/** How many sliders of slides a person has moved. */
import type { Slide } from "@etesian/interface";
import { useSession } from "../session-context.tsx";
import { sliderKeysOf } from "./slides.ts";

export const useChanged = (slides: readonly Slide[]): number =>
  useSession(({ moves, stored }) => {
    const isSet = (key: string): boolean => (moves[key] ?? stored.userValues[key] ?? "reset") !== "reset";
    return slides.reduce((sum, slide) => sum + sliderKeysOf(slide).filter(isSet).length, 0);
  });
