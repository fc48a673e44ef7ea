// The customer's orders: their own pages list them, and the confirmation of a checkout reads them.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";
import { keys } from "./keys";

/** The signed-in customer's orders, newest first. */
export const customerOrdersQuery = queryOptions({
  queryKey: keys.orders.customer,
  queryFn: ({ signal }) => call(api.GET("/orders/customer", { signal })),
});
