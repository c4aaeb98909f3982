/** One thing that a person asked for: under way, done, or refused. */
import { useState } from "react";
import { sentencesOf } from "../account/visitor.ts";

export interface Attempt {
  readonly isBusy: boolean;
  /** The server's sentences about the latest attempt. */
  readonly refused: readonly string[];
  /** Does it; its refusal is shown until the next one. */
  readonly run: (work: () => Promise<void>) => void;
  readonly clear: () => void;
}

export function useAttempt(): Attempt {
  const [isBusy, setIsBusy] = useState(false);
  const [refused, setRefused] = useState<readonly string[]>([]);
  return {
    isBusy,
    refused,
    clear: () => setRefused([]),
    run(work) {
      setIsBusy(true);
      setRefused([]);
      work()
        .catch((error: unknown) => setRefused(sentencesOf(error)))
        .finally(() => setIsBusy(false));
    },
  };
}
