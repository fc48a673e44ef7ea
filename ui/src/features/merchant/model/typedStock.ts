import { createContext, useContext, useEffect, useRef, useState } from "react";

/** Text typed into a table's stock fields, by product. Rotating a phone remounts all rows. */
export const TypedStock = createContext<Map<string, string> | null>(null);

/** Text typed into a product's stock field; null: none. A remounted field continues with it. */
export function useTypedStock(id: string) {
  const typedTexts = useContext(TypedStock);
  const [typed, setTyped] = useState(() => typedTexts?.get(id) ?? null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field had the focus before it was remounted, and the focus was lost.
    if (typedTexts?.has(id) && document.activeElement === document.body) field.current?.focus();
  }, [typedTexts, id]);
  function type(next: string | null) {
    setTyped(next);
    if (next === null) typedTexts?.delete(id);
    else typedTexts?.set(id, next);
  }
  return { typed, type, field };
}
