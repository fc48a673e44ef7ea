// The search parameters of the admin's tables.
import { getRouteApi } from "@tanstack/react-router";
import { wholeNumber } from "@/lib/search";
import { useDebounced } from "@/lib/useDebounced";

const route = getRouteApi("/dashboard/admin");
export const LIST_TITLE = "admin-list";
const DEBOUNCE_MS = 250;

/** All values as in the URL. */
interface Search {
  tab?: "overview" | "users" | "products" | "orders";
  q?: string;
  page?: string;
  role?: string;
  status?: string;
  category?: string;
  organic?: string;
  user?: string;
  product?: string;
  dispute?: string;
}

export function useList() {
  const search: Search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: Search, replace: boolean) => void navigate({ search: next, replace, resetScroll: false });
  return {
    search,
    /** The search text, shortly after the last key. */
    typed: useDebounced(search.q, DEBOUNCE_MS),
    page: wholeNumber({ page: search.page }, "page") ?? 1,
    /** A new filter starts at the first page. */
    filter: (change: Search) => go({ ...search, page: undefined, ...change }, true),
    turn: (page: number) => {
      go({ ...search, page: page > 1 ? String(page) : undefined }, false);
      document.getElementById(LIST_TITLE)?.focus();
    },
    /** Opens or closes a detail dialog. */
    show: (detail: Pick<Search, "user" | "product">) => go({ ...search, ...detail }, false),
    clear: () => go({ tab: search.tab }, true),
  };
}
