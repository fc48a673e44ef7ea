// The filters of the merchant's products, from the URL.
import type { Product } from "@/api/types";
import { oneOf, text, wholeNumber } from "@/lib/search";
import { isLow } from "@/lib/stock";

export const STATES = ["live", "pending", "changes", "review", "inactive"] as const;
export type ProductState = (typeof STATES)[number];

export interface ProductFilter {
  /** Absent: all states. */
  show?: ProductState;
  /** Only products low in stock or sold out. */
  low: boolean;
  q?: string;
  page: number;
}

/** Products per page. */
const PER_PAGE = 20;

export const parseFilter = (raw: Record<string, unknown>): ProductFilter => ({
  show: oneOf(raw, "show", STATES),
  low: text(raw, "stock") === "low",
  q: text(raw, "q"),
  page: wholeNumber(raw, "page") ?? 1,
});

export function stateOf({ isActive, approvalStatus }: Product): ProductState {
  if (approvalStatus === "rejected") return "changes";
  if (!isActive) return "inactive";
  if (approvalStatus === "approved") return "live";
  return approvalStatus === "resubmitted" ? "review" : "pending";
}

function matchesText({ name, category, subcategory, tags }: Product, query: string): boolean {
  return [name, category, subcategory, ...tags].some((word) => word.toLowerCase().includes(query));
}

/** The matching products of a page, and the number of all matches. */
export function filterProducts(products: readonly Product[], { show, low, q = "", page }: ProductFilter) {
  const query = q.toLowerCase();
  const found = products.filter(
    (product) =>
      (!show || stateOf(product) === show) &&
      (!low || isLow(product.inventory)) &&
      (!query || matchesText(product, query)),
  );
  const totalPages = Math.max(1, Math.ceil(found.length / PER_PAGE));
  const current = Math.min(page, totalPages);
  return {
    rows: found.slice((current - 1) * PER_PAGE, current * PER_PAGE),
    total: found.length,
    page: current,
    totalPages,
  };
}
