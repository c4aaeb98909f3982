/** How scenarios are compared in charts: one choice for all of them, until a chart has its own. */
import { createContext, type ReactNode, useContext, useState } from "react";
import type { ComparedView } from "../../charts/compared.ts";

interface Common {
  readonly view: ComparedView;
  /** Counts choices for all charts: each ends those that single charts have made before. */
  readonly choice: number;
}

const CommonContext = createContext<readonly [common: Common, choose: (view: ComparedView) => void]>([
  { view: "side", choice: 0 },
  () => {},
]);

export function ComparedViewProvider({ children }: { readonly children: ReactNode }) {
  const [common, setCommon] = useState<Common>({ view: "side", choice: 0 });
  const choose = (view: ComparedView): void => setCommon(({ choice }) => ({ view, choice: choice + 1 }));
  return <CommonContext value={[common, choose]}>{children}</CommonContext>;
}

/** The choice for all charts. */
export function useCommonView(): readonly [view: ComparedView, choose: (view: ComparedView) => void] {
  const [{ view }, choose] = useContext(CommonContext);
  return [view, choose];
}

/** The choice of one chart. */
export function useComparedView(): readonly [view: ComparedView, choose: (view: ComparedView) => void] {
  const [{ view, choice }] = useContext(CommonContext);
  const [own, setOwn] = useState<Common | null>(null);
  return [own?.choice === choice ? own.view : view, (chosen) => setOwn({ view: chosen, choice })];
}
