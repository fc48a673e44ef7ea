import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { configQuery } from "@/api/config";
import { productQuery } from "@/api/products";
import { cartItems } from "@/lib/cart";
import { compact, text, wholeNumber } from "@/lib/search";
import { requireUser } from "../guards";
import { rootRoute } from "./root";

interface CheckoutSearch {
  step?: number;
  /** The payment whose order step 4 shows. */
  intent?: string;
}

const checkoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/checkout",
  validateSearch: (raw: Record<string, unknown>): CheckoutSearch =>
    compact({ step: wholeNumber(raw, "step"), intent: text(raw, "intent") }),
  beforeLoad: requireUser,
  // The page reads the same queries and shows their failures.
  loader: ({ context }) => {
    const { queryClient } = context;
    queryClient.query(configQuery).catch(() => {});
    for (const { product } of cartItems()) queryClient.query(productQuery(product._id)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("@/features/checkout/components/CheckoutPage"), "CheckoutPage"),
});

const orderConfirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/order-confirmation",
  validateSearch: (raw: Record<string, unknown>): { payment_intent?: string } =>
    compact({ payment_intent: text(raw, "payment_intent") }),
  beforeLoad: requireUser,
  component: lazyRouteComponent(
    () => import("@/features/checkout/components/OrderConfirmationPage"),
    "OrderConfirmationPage",
  ),
});

export const checkoutRoutes = [checkoutRoute, orderConfirmationRoute] as const;
