// What the shop is set up with: payments and fees. It changes only when the operator restarts it.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { SUPPORT_EMAIL } from "@/lib/support";
import { api, call } from "./client";
import { keys } from "./keys";

export const configQuery = queryOptions({
  queryKey: keys.config,
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

/** What most shops estimate in the cart, for the same reason. */
const USUAL_ESTIMATE = { shipping: 5.99, freeOver: USUAL_FREE_DELIVERY_OVER, taxRate: 0.08 };

/** How the cart estimates shipping and tax. */
export function useEstimateRule(): { shipping: number; freeOver: number | null; taxRate: number } {
  const { data: config } = useQuery(configQuery);
  if (!config) return USUAL_ESTIMATE;
  const { estimatedShipping, freeShippingOver } = config.cart;
  return { shipping: estimatedShipping, freeOver: freeShippingOver, taxRate: config.checkout.taxRate };
}

/** Where customers reach support. */
export function useSupportEmail(): string {
  return useQuery(configQuery).data?.supportEmail ?? SUPPORT_EMAIL;
}
