import { useCallback, useState } from "react";
import { readDraft, writeDraft, type Draft } from "./draft";

export interface DraftControl {
  draft: Draft;
  /** Changes some of it. */
  change: (part: Partial<Draft>) => void;
  /** Forgets it all: the order is placed. */
  finish: () => void;
}

/** The draft of this customer's checkout, kept in the tab's storage. */
export function useDraft(userId: string): DraftControl {
  const [draft, setDraft] = useState(() => readDraft(userId));
  const change = useCallback(
    (part: Partial<Draft>) => {
      const next = { ...readDraft(userId), ...part };
      writeDraft(userId, next);
      setDraft(next);
    },
    [userId],
  );
  const finish = useCallback(() => writeDraft(userId, null), [userId]);
  return { draft, change, finish };
}
