// Order queries shared by pages, dashboards and messages.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";
import { keys } from "./keys";
import type { PurchaseQuery, SalesQuery } from "./types";

/** A page of the signed-in person's purchases, newest first, with the number of purchases in each state. */
export const purchasesQuery = (query: PurchaseQuery) =>
  queryOptions({
    queryKey: keys.orders.purchases(query),
    queryFn: ({ signal }) => call(api.GET("/orders/customer/search", { params: { query }, signal })),
  });

/** The orders of one purchase, by the number that they share. */
export const purchaseQuery = (parentNumber: string) => purchasesQuery({ search: parentNumber, limit: 1 });

/** A page of the signed-in merchant's sales, open ones first, with the number of orders in each status. */
export const salesQuery = (query: SalesQuery) =>
  queryOptions({
    queryKey: keys.orders.sales(query),
    queryFn: ({ signal }) => call(api.GET("/orders/merchant/search", { params: { query }, signal })),
  });

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.orders.one(id),
    queryFn: ({ signal }) => call(api.GET("/orders/{id}", { params: { path: { id } }, signal })),
  });
