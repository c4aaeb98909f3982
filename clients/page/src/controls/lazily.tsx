/** Parts of the page whose scripts are loaded when they are first drawn. */
import { type ComponentType, lazy, type ReactNode, Suspense } from "react";
import { useTexts } from "../texts/language.tsx";
import { UNLOADED } from "../texts/unloaded.ts";

function Unloaded() {
  const { language } = useTexts();
  return <span className="notice fault">{UNLOADED[language]}</span>;
}

/**
 * A component that is loaded when it is first drawn. If loading fails, a message is shown instead.
 * @param fallback shown during loading; nothing by default
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): (props: Props) => ReactNode {
  const Loaded = lazy<ComponentType<object>>(() =>
    load().then(
      (component) => ({ default: component as ComponentType<object> }),
      () => ({ default: Unloaded }),
    ),
  );
  return (props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
}
