/** Reports that the server's model differs from the model with which the page calculates. */
import { ActionButton } from "../../controls/ActionButton.tsx";
import type { AreaManifest } from "@etesian/model/parts";
import { useCallback, useEffect, useState } from "react";
import { type ModelUpdate, readModelUpdate } from "../../calculation/area-model.ts";
import { useTexts } from "../../texts/language.tsx";
import { useSession, useWorkspace } from "../session-context.tsx";

/** Number of characters of a model's hash in a sentence, enough to distinguish models. */
export const HASH_DIGITS = 12;

/** Requests the manifest again when the tab or the network returns, and whenever `check` is called. */
export function useModelUpdate(
  currentManifest: AreaManifest | null,
  endYear: number,
): { readonly update: ModelUpdate | null; readonly check: () => void } {
  const [update, setUpdate] = useState<ModelUpdate | null>(null);
  const check = useCallback(() => {
    if (currentManifest === null || document.visibilityState === "hidden") return;
    // A failed request is repeated when the tab or the network returns.
    readModelUpdate(currentManifest, endYear).then(setUpdate, () => {});
  }, [currentManifest, endYear]);
  useEffect(() => {
    document.addEventListener("visibilitychange", check);
    window.addEventListener("online", check);
    return () => {
      document.removeEventListener("visibilitychange", check);
      window.removeEventListener("online", check);
    };
  }, [check]);
  return { update, check };
}

export function ModelUpdated({ update }: { readonly update: ModelUpdate | null }) {
  const { session } = useWorkspace();
  const { updates } = useTexts().texts;
  const unsent = useSession((state) => state.unsentCount);
  const [isWaiting, setIsWaiting] = useState(false);
  if (update === null) return null;
  const reload = async (): Promise<void> => {
    setIsWaiting(true);
    if (!session.isPersisted) await session.waitUntilStored();
    location.reload();
  };
  const sentence =
    update.kind === "model"
      ? updates.model(update.previous.slice(0, HASH_DIGITS), update.current.slice(0, HASH_DIGITS))
      : updates[update.kind];
  return (
    <div className="notice warn">
      <span>{unsent > 0 ? `${sentence} ${updates.waiting(unsent)}` : sentence}</span>
      <ActionButton className="button" isDisabled={isWaiting} onPress={() => void reload()}>
        {updates.reload}
      </ActionButton>
    </div>
  );
}
