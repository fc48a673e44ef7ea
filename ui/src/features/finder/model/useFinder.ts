import { useQuery } from "@tanstack/react-query";
import { useState, type KeyboardEvent } from "react";
import { isTyping } from "@/lib/isTyping";
import { useDebounced } from "@/lib/useDebounced";
import { findQuery } from "../api/find";
import { localResults, type SearchResult } from "./searchResults";

const DEBOUNCE_MS = 180;
const MIN_LENGTH = 2;

/** The typed text, its results, and the active one: the first until the arrow keys move. */
export function useFinder(onChoose: (found: SearchResult) => void) {
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const text = typed.trim();
  const settled = useDebounced(text, DEBOUNCE_MS);
  const asks = settled.length >= MIN_LENGTH && text.length >= MIN_LENGTH;
  const query = useQuery({ ...findQuery(settled), enabled: asks });
  const theirs = asks && query.data ? query.data : [];
  const results = [...theirs, ...localResults(text)];
  const active = Math.min(at, results.length - 1);

  function type(next: string): void {
    setTyped(next);
    setAt(0);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (isTyping(event.nativeEvent)) return;
    const chosen = results[active];
    if (event.key === "ArrowDown") setAt((active + 1) % results.length || 0);
    else if (event.key === "ArrowUp") setAt((active - 1 + results.length) % results.length || 0);
    else if (event.key === "Enter" && chosen) onChoose(chosen);
    else return;
    event.preventDefault();
  }
  return {
    typed,
    type,
    results,
    active,
    setActive: setAt,
    onKeyDown,
    /** The server has not answered for the typed text. */
    searching: text.length >= MIN_LENGTH && !query.isError && (settled !== text || query.isPending),
    failed: asks && query.isError,
    retry: () => void query.refetch(),
  };
}
