/** Names of areas on the workbench, distinguished as in the list of areas. */
import type { Area } from "@etesian/client";
import { useQuery } from "@tanstack/react-query";
import { readableArea } from "@etesian/interface";
import { useMemo } from "react";
import { readAreas } from "../../calculation/http.ts";
import { api } from "../../server.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";
import { distinctNames, isListed } from "./areas.ts";

/** The listed areas, which are requested after the scenario's numbers; empty until they arrive. */
export function useListedAreas(): readonly Area[] {
  const isAnswered = useSession(({ answer }) => answer !== null);
  const { data } = useQuery({
    queryKey: ["areas"],
    queryFn: () => readAreas(api),
    staleTime: Infinity,
    enabled: isAnswered,
  });
  return useMemo(() => (data ?? []).filter(isListed), [data]);
}

/** A function from an area's key to its name, in the language of the page. */
export function useAreaName(): (area: string) => string {
  const { model } = useWorkspace();
  const { texts } = useTexts();
  // Until the list arrives, equal names are not distinguished.
  const areas = useListedAreas();
  return useMemo(() => {
    const nameOf = (key: string): string => model.areas.get(key) ?? readableArea(key);
    const listed = areas.map(({ area, group }) => ({ key: area, name: nameOf(area), group }));
    const names = distinctNames(listed, texts.areaOfKind);
    return (key) => names.get(key) ?? nameOf(key);
  }, [areas, model, texts]);
}
