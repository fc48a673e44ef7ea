// The shop's configuration: payments and fees. It changes only when the operator restarts the shop.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { SUPPORT_EMAIL } from "@/lib/support";
import { api, call } from "./client";
import { keys } from "./keys";

export const configQuery = queryOptions({
  queryKey: keys.config,
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: ({ signal }) => call(api.GET("/config", { signal })),
});

/** The default of most shops, shown until the shop's own value is known, so that nothing moves when it arrives. */
const USUAL_FREE_DELIVERY_OVER = 50;

/** Orders above this many dollars have free standard delivery; null: never. */
export function useFreeDeliveryOver(): number | null {
  const { data: config } = useQuery(configQuery);
  return config ? config.checkout.freeStandardOver : USUAL_FREE_DELIVERY_OVER;
}

/** The default of most shops, for the same reason. */
const USUAL_ESTIMATE = { shipping: 5.99, freeOver: USUAL_FREE_DELIVERY_OVER, taxRate: 0.08 };

/** The rule by which the cart estimates shipping and tax. */
export function useEstimateRule(): { shipping: number; freeOver: number | null; taxRate: number } {
  const { data: config } = useQuery(configQuery);
  if (!config) return USUAL_ESTIMATE;
  const { estimatedShipping, freeShippingOver } = config.cart;
  return { shipping: estimatedShipping, freeOver: freeShippingOver, taxRate: config.checkout.taxRate };
}

/** The address of the shop's support. */
export function useSupportEmail(): string {
  return useQuery(configQuery).data?.supportEmail ?? SUPPORT_EMAIL;
}

/** The phone number of the shop's support, if it has one. */
export function useSupportPhone(): string | null {
  return useQuery(configQuery).data?.supportPhone ?? null;
}
