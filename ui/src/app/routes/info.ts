import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { compact, oneOf } from "@/lib/search";
import { rootRoute } from "./root";

const aboutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/about",
  component: lazyRouteComponent(() => import("@/features/info/components/AboutPage"), "AboutPage"),
});

const howItWorksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/how-it-works",
  validateSearch: (raw: Record<string, unknown>): { for?: "merchants" } =>
    compact({ for: oneOf(raw, "for", ["merchants"]) }),
  component: lazyRouteComponent(() => import("@/features/info/components/HowItWorksPage"), "HowItWorksPage"),
});

const contactRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/contact",
  component: lazyRouteComponent(() => import("@/features/info/components/ContactPage"), "ContactPage"),
});

const deliveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/delivery",
  component: lazyRouteComponent(() => import("@/features/info/components/DeliveryPage"), "DeliveryPage"),
});

export const infoRoutes = [aboutRoute, howItWorksRoute, contactRoute, deliveryRoute] as const;
