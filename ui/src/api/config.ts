// What the shop is set up with: payments and fees. It changes only when the operator restarts it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, call } from "./client";

export const configQuery = queryOptions({
  queryKey: ["config"],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call(api.GET("/config", { signal })),
});

/** What most shops offer: taken until the shop's own offer is known, so that nothing moves when it comes. */
const USUAL_FREE_DELIVERY_OVER = 50;

/** Standard delivery is free above this many dollars; null: never. */
export function useFreeDeliveryOver(): number | null {
  const { data: config } = useQuery(configQuery);
  return config ? config.checkout.freeStandardOver : USUAL_FREE_DELIVERY_OVER;
}
