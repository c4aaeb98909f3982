/** Runs a user's action, with its progress and errors. */
import { useRef, useState } from "react";
import { useTexts } from "../texts/language.tsx";
import { refusalIn } from "../texts/refusals.ts";

export interface Attempt {
  readonly isBusy: boolean;
  /** Messages about the latest attempt, in the page's language. */
  readonly errors: readonly string[];
  /** Runs the action, unless one is in progress; a refusal is shown until the next attempt. */
  readonly run: (work: () => Promise<void>) => void;
  /** Runs the action after the one in progress, for controls that set a value and must not lose a press. */
  readonly runNext: (work: () => Promise<void>) => void;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const isRunning = useRef(false);
  const lastRun = useRef<Promise<void>>(Promise.resolve());
  const [error, setError] = useState<unknown>(null);
  const { language } = useTexts();
  const start = async (work: () => Promise<void>): Promise<void> => {
    isRunning.current = true;
    setIsBusy(true);
    setError(null);
    try {
      await work();
    } catch (reason) {
      setError(reason ?? new Error("rejected"));
    } finally {
      isRunning.current = false;
      setIsBusy(false);
    }
  };
  return {
    isBusy,
    errors: error === null ? [] : refusalIn(language, error),
    clear: () => setError(null),
    run(work) {
      if (!isRunning.current) lastRun.current = start(work);
    },
    runNext(work) {
      lastRun.current = lastRun.current.then(() => start(work));
    },
  };
}
