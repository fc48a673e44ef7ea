import { useState } from "react";
import { toDraft } from "../model/filterDraft";
import type { ProductSearch } from "../model/productSearch";

/** The form's draft; it resets when the URL's filters change (chips, Back). */
export function useFilterDraft(search: ProductSearch) {
  const applied = toDraft(search);
  const key = JSON.stringify(applied);
  const [state, setState] = useState({ key, draft: applied });
  // Earlier input must not return with the new filters.
  if (state.key !== key) setState({ key, draft: applied });
  const draft = state.key === key ? state.draft : applied;
  return [draft, (next: typeof draft) => setState({ key, draft: next })] as const;
}
