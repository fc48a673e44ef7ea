import { useEffect, useRef } from "react";
import type { FieldValues } from "react-hook-form";
import type { AppForm } from "@/ui/form/useAppForm";

/** Shows what the account has by now, unless somebody is changing it here. */
export function useSavedValues<T extends FieldValues>(form: AppForm<T>, saved: T): void {
  const text = JSON.stringify(saved);
  const shown = useRef(text);
  const { reset, isUnsaved } = form;
  useEffect(() => {
    if (shown.current === text || isUnsaved()) return;
    shown.current = text;
    reset(JSON.parse(text) as T);
  }, [text, reset, isUnsaved]);
}
