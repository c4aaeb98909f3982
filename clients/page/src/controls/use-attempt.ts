/** An action of the user: in progress, done, or refused. */
import { useState } from "react";
import { useTexts } from "../texts/language.tsx";
import { refusalIn } from "../texts/refusals.ts";

export interface Attempt {
  readonly isBusy: boolean;
  /** Sentences about the latest attempt, in the page's language. */
  readonly refused: readonly string[];
  /** Runs the action; a refusal is shown until the next attempt. */
  readonly run: (work: () => Promise<void>) => void;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const { language } = useTexts();
  return {
    isBusy,
    refused: error === null ? [] : refusalIn(language, error),
    clear: () => setError(null),
    run(work) {
      setIsBusy(true);
      setError(null);
      work()
        .catch((reason: unknown) => setError(reason ?? new Error("rejected")))
        .finally(() => setIsBusy(false));
    },
  };
}
