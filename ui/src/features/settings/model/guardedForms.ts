import { createContext, useContext, useEffect } from "react";

type IsUnsaved = () => boolean;

/** The forms of the page, which share one question before the page is left. */
export const GuardedForms = createContext<Set<IsUnsaved>>(new Set());

/** Adds a form to the page's guard. */
export function useGuarded({ isUnsaved }: { isUnsaved: IsUnsaved }): void {
  const forms = useContext(GuardedForms);
  useEffect(() => {
    forms.add(isUnsaved);
    return () => void forms.delete(isUnsaved);
  }, [forms, isUnsaved]);
}
