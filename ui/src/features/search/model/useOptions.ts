import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDebounced } from "@/lib/useDebounced";
import { suggestionsQuery } from "../api/suggestions";
import { forgetSearches, recentSearches } from "./recentSearches";

const DEBOUNCE_MS = 180;

export type SearchOption =
  | { kind: "recent"; id: string; text: string }
  | { kind: "category" | "product" | "merchant"; id: string; text: string };

/** The options below the field: recent searches while it is empty, else suggestions. */
export function useOptions(typed: string, wanted: boolean) {
  const text = typed.trim();
  const settled = useDebounced(text, DEBOUNCE_MS);
  const [forgotten, setForgotten] = useState(false);
  const answer = useQuery({ ...suggestionsQuery(settled), enabled: wanted && text !== "" && settled !== "" });
  const recent: SearchOption[] =
    text === "" && wanted && !forgotten
      ? recentSearches().map((search) => ({ kind: "recent", id: search, text: search }))
      : [];
  const suggested: SearchOption[] = text === "" ? [] : (answer.data ?? []);
  return {
    options: text === "" ? recent : suggested,
    recent: recent.length > 0,
    forget: () => {
      forgetSearches();
      setForgotten(true);
    },
    remember: () => setForgotten(false),
  };
}
