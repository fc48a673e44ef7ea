import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";

/** Suggestions for the beginning of a search. */
export const suggestionsQuery = (text: string) =>
  queryOptions({
    queryKey: keys.products.suggestions(text),
    queryFn: async ({ signal }) => {
      const answer = await call(api.GET("/products/suggest", { params: { query: { q: text } }, signal }));
      return answer.suggestions;
    },
    enabled: text !== "",
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
