// Mock lists that the server searches, counts and pages.
import type { HttpHandler } from "msw";
import type { Order, Product, Review } from "@/api/types";
import { dayAt } from "@/lib/timeZone";
import { isLow } from "@/lib/stock";
import { on } from "./api";

interface Found<T> {
  rows: T[];
  counts: Record<string, number>;
  total: number;
  page: number;
  totalPages: number;
}

/** A page of the matching rows of one state, and the number of matching rows in each state. */
function search<T>(
  matching: readonly T[],
  statesOf: (row: T) => readonly string[],
  state: string | null,
  query: URLSearchParams,
): Found<T> {
  const counts: Record<string, number> = {};
  for (const one of matching.flatMap(statesOf)) counts[one] = (counts[one] ?? 0) + 1;
  const found = matching.filter((row) => state === null || statesOf(row).includes(state));
  const limit = Number(query.get("limit") ?? 20);
  const totalPages = Math.ceil(found.length / limit);
  const page = Math.max(1, Math.min(Number(query.get("page") ?? 1), totalPages));
  return {
    rows: found.slice((page - 1) * limit, page * limit),
    counts,
    total: found.length,
    page,
    totalPages,
  };
}

const pagination = ({ page, totalPages }: Found<unknown>) => ({
  currentPage: page,
  totalPages,
  hasMore: page < totalPages,
});

/** Whether a parameter is missing, or accepted. */
const fits = (query: URLSearchParams, name: string, accept: (value: string) => boolean): boolean => {
  const value = query.get(name);
  return value === null || accept(value);
};
const contains = (query: URLSearchParams, words: readonly string[]): boolean =>
  fits(query, "search", (text) => words.some((word) => word.toLowerCase().includes(text.toLowerCase())));

const hasProduct = (order: Order, id: string) => order.items.some(({ product }) => product._id === id);
const names = (order: Order) => [order.orderNumber, ...order.items.map(({ name }) => name)];

const day = (order: Order) => dayAt(order.createdAt, order.merchant.address);

/** The signed-in merchant's sales. */
export const sales = (all: () => readonly Order[]): HttpHandler =>
  on.get("/orders/merchant/search", ({ query }) => {
    const matching = all().filter(
      (order) =>
        contains(query, [...names(order), order.customer.name]) &&
        fits(query, "from", (from) => day(order) >= from) &&
        fits(query, "to", (to) => day(order) <= to) &&
        fits(query, "customer", (id) => order.customer._id === id) &&
        fits(query, "product", (id) => hasProduct(order, id)),
    );
    const found = search(matching, ({ status }) => [status], query.get("status"), query);
    return {
      orders: found.rows,
      counts: found.counts,
      pagination: { ...pagination(found), totalOrders: found.total },
    };
  });

const stateOf = ({ status }: Order) => {
  if (status === "delivered") return "delivered";
  return status === "cancelled" || status === "returned" ? "ended" : "open";
};

/** The signed-in person's purchases. */
export const purchases = (all: () => readonly Order[]): HttpHandler =>
  on.get("/orders/customer/search", ({ query }) => {
    const orders = all();
    const matching = orders.filter(
      (order) =>
        contains(query, [...names(order), order.merchant.businessInfo.businessName]) &&
        fits(query, "merchant", (id) => order.merchant._id === id) &&
        fits(query, "product", (id) => hasProduct(order, id)),
    );
    const groups = [...new Set(matching.map(({ parentNumber }) => parentNumber))].map((parent) => ({
      states: new Set(matching.filter((one) => one.parentNumber === parent).map(stateOf)),
      orders: orders.filter((one) => one.parentNumber === parent),
    }));
    const found = search(groups, ({ states }) => [...states], query.get("state"), query);
    const { open = 0, delivered = 0, ended = 0 } = found.counts;
    const kept = orders.filter((order) => stateOf(order) !== "ended");
    return {
      orders: found.rows.flatMap((group) => group.orders),
      counts: { all: groups.length, open, delivered, ended },
      spent: kept.reduce((sum, { total }) => sum + total, 0),
      pagination: { ...pagination(found), totalOrders: found.total },
    };
  });

function productState({ isActive, approvalStatus }: Product) {
  if (approvalStatus === "rejected") return "changes";
  if (!isActive) return "inactive";
  if (approvalStatus === "approved") return "live";
  return approvalStatus === "resubmitted" ? "review" : "pending";
}

/** The signed-in merchant's products. */
export const ownProducts = (all: () => readonly Product[], totalViews = 0): HttpHandler =>
  on.get("/products/my-products/search", ({ query }) => {
    const products = all();
    const matching = products.filter(
      (product) =>
        contains(query, [product.name, product.category, product.subcategory, ...product.tags]) &&
        fits(query, "low", () => isLow(product.inventory)) &&
        fits(query, "active", (active) => String(product.isActive) === active),
    );
    const found = search(matching, (product) => [productState(product)], query.get("state"), query);
    return {
      products: found.rows,
      counts: found.counts,
      stats: {
        totalProducts: products.length,
        activeProducts: products.filter(({ isActive }) => isActive).length,
        totalViews,
        averageRating: null,
      },
      pagination: { ...pagination(found), totalProducts: found.total, nextCursor: null },
    };
  });

const reviewStates = ({ reply, rating }: Review) => [
  ...(reply ? [] : ["unanswered"]),
  ...(rating <= 3 ? ["critical"] : []),
];

/** The reviews of the signed-in merchant's products. */
export const receivedReviews = (all: () => readonly Review[]): HttpHandler =>
  on.get("/reviews/received", ({ query }) => {
    const matching = all().filter(({ comment, customer, product }) =>
      contains(query, [comment, customer.name, product?.name ?? ""]),
    );
    const found = search(matching, reviewStates, query.get("show"), query);
    const { unanswered = 0, critical = 0 } = found.counts;
    return {
      reviews: found.rows,
      counts: { all: matching.length, unanswered, critical },
      pagination: { ...pagination(found), totalReviews: found.total },
    };
  });
