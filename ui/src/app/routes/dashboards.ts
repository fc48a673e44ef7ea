import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { customerOrdersQuery } from "@/api/orders";
import { myProductsQuery } from "@/api/products";
import { adminPendingQuery, adminStatsQuery } from "@/features/admin/api/admin";
import { merchantOrdersQuery, orderQuery } from "@/features/orders/api/orders";
import { parseOrderSearch, type OrderSearch } from "@/features/orders/model/orderParams";
import { SETTINGS_TABS, type SettingsTab } from "@/features/settings/model/tabs";
import { compact, oneOf, text } from "@/lib/search";
import { requireRole, requireUser } from "../guards";
import { rootRoute } from "./root";

const CUSTOMER_TABS = ["overview", "orders", "favorites", "messages", "addresses"] as const;
const MERCHANT_TABS = ["overview", "add", "orders", "today", "sales", "reviews"] as const;
/** What else stands in the URL of the merchant's dashboard. Each tab reads its own part, in its own chunk. */
const MERCHANT_PARAMS = [
  "id",
  "q",
  "show",
  "stock",
  "page",
  "open",
  "from",
  "to",
  "product",
  "customer",
  "by",
  "period",
] as const;

export type CustomerTab = (typeof CUSTOMER_TABS)[number];
export type MerchantTab = (typeof MERCHANT_TABS)[number];
export type MerchantParams = Partial<Record<(typeof MERCHANT_PARAMS)[number], string>>;

const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/customer",
  validateSearch: (raw: Record<string, unknown>): { tab?: CustomerTab } & OrderSearch =>
    // A tab that there is not must not stay in what the page reads, so it is set although it is undefined.
    ({ ...compact(parseOrderSearch(raw)), tab: oneOf(raw, "tab", CUSTOMER_TABS) }),
  beforeLoad: requireUser,
  // Data and chunk start together; a failure is shown by the page, which reads the same query.
  loader: ({ context }) => {
    context.queryClient.query(customerOrdersQuery).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../dashboards/CustomerDashboardPage"), "CustomerDashboardPage"),
});

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/merchant",
  validateSearch: (raw: Record<string, unknown>): { tab?: MerchantTab } & MerchantParams => ({
    ...compact(Object.fromEntries(MERCHANT_PARAMS.map((name) => [name, text(raw, name)]))),
    tab: oneOf(raw, "tab", MERCHANT_TABS),
  }),
  beforeLoad: requireRole("merchant"),
  loaderDeps: ({ search }) => ({ tab: search.tab }),
  loader: ({ context, deps }) => {
    // The others bring their calls along, in their own chunks.
    if (deps.tab === "add" || deps.tab === "today" || deps.tab === "sales") return;
    const query =
      deps.tab === "orders"
        ? context.queryClient.query(merchantOrdersQuery)
        : context.queryClient.query(myProductsQuery);
    query.catch(() => {});
  },
  component: lazyRouteComponent(() => import("../dashboards/MerchantDashboardPage"), "MerchantDashboardPage"),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/admin",
  beforeLoad: requireRole("admin"),
  loader: ({ context }) => {
    context.queryClient.query(adminStatsQuery).catch(() => {});
    context.queryClient.query(adminPendingQuery).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../dashboards/AdminDashboardPage"), "AdminDashboardPage"),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/settings",
  validateSearch: (raw: Record<string, unknown>): { tab?: SettingsTab } => ({
    tab: oneOf(raw, "tab", SETTINGS_TABS),
  }),
  beforeLoad: requireUser,
  component: lazyRouteComponent(() => import("@/features/settings/components/SettingsPage"), "SettingsPage"),
});

/** `/dashboard?tab=…` leads to the dashboard of the user's role. */
const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  validateSearch: (raw: Record<string, unknown>): { tab?: string } => compact({ tab: text(raw, "tab") }),
  beforeLoad: async ({ context, location, search }) => {
    const { user } = await requireUser({ context, location });
    const tab = search.tab;
    if (user.role === "admin") throw redirect({ to: "/dashboard/admin", replace: true });
    if (user.role === "merchant") {
      throw redirect({
        to: "/dashboard/merchant",
        search: compact({ tab: oneOf({ tab }, "tab", MERCHANT_TABS) }),
        replace: true,
      });
    }
    throw redirect({
      to: "/dashboard/customer",
      search: compact({ tab: oneOf({ tab }, "tab", CUSTOMER_TABS) }),
      replace: true,
    });
  },
});

const customerOrdersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/customer/orders",
  beforeLoad: () => {
    throw redirect({ to: "/dashboard/customer", search: { tab: "orders" }, replace: true });
  },
});

const orderRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/orders/$id",
  beforeLoad: requireUser,
  loader: ({ context, params }) => {
    context.queryClient.query(orderQuery(params.id)).catch(() => {});
  },
  component: lazyRouteComponent(() => import("../pages/ShopOrderPage"), "ShopOrderPage"),
});

export const dashboardRoutes = [
  customerRoute,
  merchantRoute,
  adminRoute,
  dashboardRoute,
  customerOrdersRoute,
  orderRoute,
  settingsRoute,
] as const;
