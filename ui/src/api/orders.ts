// Order queries shared by pages, dashboards and messages.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";
import { keys } from "./keys";

/** The signed-in customer's orders, newest first. */
export const customerOrdersQuery = queryOptions({
  queryKey: keys.orders.customer,
  queryFn: ({ signal }) => call(api.GET("/orders/customer", { signal })),
});

/** The signed-in merchant's orders, newest first. */
export const merchantOrdersQuery = queryOptions({
  queryKey: keys.orders.merchant,
  queryFn: ({ signal }) => call(api.GET("/orders/merchant", { signal })),
});

export const orderQuery = (id: string) =>
  queryOptions({
    queryKey: keys.orders.one(id),
    queryFn: ({ signal }) => call(api.GET("/orders/{id}", { params: { path: { id } }, signal })),
  });
