import { useState } from "react";
import { toDraft } from "../model/filterDraft";
import type { ProductSearch } from "../model/productSearch";

/** The form's draft; it starts over whenever the filters in the URL change (chips, Back). */
export function useFilterDraft(search: ProductSearch) {
  const applied = toDraft(search);
  const key = JSON.stringify(applied);
  const [state, setState] = useState({ key, draft: applied });
  // What was typed before must not come back with the filters of then.
  if (state.key !== key) setState({ key, draft: applied });
  const draft = state.key === key ? state.draft : applied;
  return [draft, (next: typeof draft) => setState({ key, draft: next })] as const;
}
