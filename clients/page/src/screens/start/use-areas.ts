/** The model's areas, with names and places from its interface. */
import { useQuery } from "@tanstack/react-query";
import { readableArea } from "@etesian/interface";
import type { AreaModel } from "../../calculation/area-model.ts";
import { readAreas } from "../../calculation/http.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { modelQuery } from "../workbench/queries.ts";
import { type AreaChoice, choicesOf } from "./areas.ts";

/** The end year whose model is requested: the workbench reuses it for scenarios of that year. */
const DEFAULT_END_YEAR = 2050;
const NO_DOCUMENTS = {};
/** A blank name, as high as a line of text. */
const BLANK = "\u00a0";

export interface Areas {
  /** Empty while their names may still arrive. */
  readonly choices: readonly AreaChoice[];
  /** Returns an area's name, or its readable key if the model has no name; null while names may still arrive. */
  readonly nameOf: (area: string) => string | null;
  /** Returns an area's name and a year; blank while names may still arrive. */
  readonly formatAreaAndYear: (area: string, year: number) => string;
  /** The interface of the model, which is the same for every area; null until it has arrived. */
  readonly model: AreaModel | null;
  readonly isPending: boolean;
  /** Whether names, places and the interface may still arrive. */
  readonly isModelPending: boolean;
  readonly error: Error | null;
}

export function useAreas(): Areas {
  const { language, texts } = useTexts();
  const areas = useQuery({ queryKey: ["areas"], queryFn: () => readAreas(api), staleTime: Infinity });
  const firstArea = areas.data?.find(({ useable }) => useable)?.area ?? null;
  // The interface is the same for every area. Without it, areas are named after their keys.
  const model = useQuery({
    ...modelQuery(firstArea ?? "", DEFAULT_END_YEAR),
    enabled: firstArea !== null,
    retry: false,
  });
  const isModelPending = areas.isPending || model.isLoading;
  const listed = isModelPending ? [] : (areas.data ?? []);
  const choices = choicesOf(listed, model.data?.documents.areas ?? NO_DOCUMENTS, language, texts.areaOfKind);
  const nameOf = (area: string): string | null =>
    isModelPending ? null : (choices.find(({ key }) => key === area)?.name ?? readableArea(area));
  return {
    model: model.data ?? null,
    choices,
    nameOf,
    formatAreaAndYear: (area, year) => {
      const name = nameOf(area);
      return name === null ? BLANK : `${name} · ${year}`;
    },
    isPending: areas.isPending,
    isModelPending,
    error: areas.error,
  };
}
