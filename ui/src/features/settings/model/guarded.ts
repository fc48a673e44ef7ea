import { createContext, useContext, useEffect } from "react";

type IsUnsaved = () => boolean;

/** The forms of the page, which ask together before it is left. */
export const GuardedForms = createContext<Set<IsUnsaved>>(new Set());

/** Adds a form to those that the page asks about. */
export function useGuarded({ isUnsaved }: { isUnsaved: IsUnsaved }): void {
  const forms = useContext(GuardedForms);
  useEffect(() => {
    forms.add(isUnsaved);
    return () => void forms.delete(isUnsaved);
  }, [forms, isUnsaved]);
}
