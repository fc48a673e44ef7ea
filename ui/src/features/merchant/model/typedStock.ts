import { createContext, useContext, useEffect, useRef, useState } from "react";

/** What is typed into the stock fields of a table, by product. Turning a phone draws all its rows anew. */
export const TypedStock = createContext<Map<string, string> | null>(null);

/** What is typed into a product's stock field; null: nothing. A field that is drawn anew goes on where it was. */
export function useTypedStock(id: string) {
  const kept = useContext(TypedStock);
  const [typed, setTyped] = useState(() => kept?.get(id) ?? null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The field before it had the focus, and took it along.
    if (kept?.has(id) && document.activeElement === document.body) field.current?.focus();
  }, [kept, id]);
  function type(next: string | null) {
    setTyped(next);
    if (next === null) kept?.delete(id);
    else kept?.set(id, next);
  }
  return { typed, type, field };
}
