import { useCallback, useState } from "react";
import { readDraft, writeDraft, type Draft } from "./draft";

export interface DraftControl {
  draft: Draft;
  /** Changes parts of the draft. */
  change: (part: Partial<Draft>) => void;
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
  return { draft, change };
}
