import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { orderQuery, purchasesQuery } from "@/api/orders";
import { OPERATIONS_TABS, type OperationsParams, type OperationsTab } from "@/features/operations/model/tabs";
import { OVERVIEW, parseOrderSearch, type OrderSearch } from "@/features/orders/model/orderParams";
import { SETTINGS_TABS, type SettingsTab } from "@/features/settings/model/tabs";
import { compact, oneOf, text } from "@/lib/search";
import {
  ADMIN_TABS,
  CUSTOMER_TABS,
  DASHBOARD_TABS,
  MERCHANT_TABS,
  type AdminTab,
  type CustomerTab,
  type MerchantTab,
} from "../dashboards/tabs";
import { requireRole, requireUser } from "../guards";
import { rootRoute } from "./root";

type Params<Names extends string> = Partial<Record<Names, string>>;
/** Further search parameters of the merchant's dashboard. Each tab parses its own, in its own chunk. */
export type MerchantParams = Params<
  "id" | "q" | "show" | "stock" | "page" | "open" | "from" | "to" | "product" | "customer" | "by" | "period"
>;
/** Further search parameters of the admin's dashboard. */
export type AdminParams = Params<
  | "review"
  | "show"
  | "page"
  | "q"
  | "role"
  | "status"
  | "category"
  | "organic"
  | "user"
  | "product"
  | "dispute"
>;
export type AuditParams = Params<"type" | "action" | "actor" | "subject" | "from" | "to" | "asOf" | "page">;

/** All search parameters as text: a page ignores those that it does not know. */
const textsOf = <P extends Params<string>>(raw: Record<string, unknown>): P =>
  compact(Object.fromEntries(Object.keys(raw).map((name) => [name, text(raw, name)]))) as P;

const byTab = ({ search }: { search: { tab?: string } }) => ({ tab: search.tab });

type Dashboard = "customer" | "merchant" | "admin";

/** Loads the code of the dashboard's tab on entry, and on a link's preload. The tab itself shows a failure to load. */
async function enteredTab(cause: "enter" | "stay" | "preload", dashboard: Dashboard, tab?: string) {
  if (cause === "stay" || !tab) return;
  const later = await import("../dashboards/lazyTabs").catch(() => undefined);
  await later?.preloadTab(dashboard, tab);
}

const customerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/customer",
  validateSearch: (raw: Record<string, unknown>): { tab?: CustomerTab } & OrderSearch =>
    // An unknown tab must not reach the page, so it is overwritten with undefined.
    ({ ...parseOrderSearch(raw), tab: oneOf(raw, "tab", CUSTOMER_TABS) }),
  beforeLoad: requireUser,
  loaderDeps: byTab,
  // Data and code load in parallel; the page reads the same query and shows its failure.
  loader: ({ context, deps, cause }) => {
    // The other tabs start their calls when they are opened.
    if (deps.tab === undefined || deps.tab === "overview") {
      context.queryClient.query(purchasesQuery(OVERVIEW)).catch(() => {});
    }
    return enteredTab(cause, "customer", deps.tab);
  },
  component: lazyRouteComponent(() => import("../dashboards/CustomerDashboardPage"), "CustomerDashboardPage"),
});

const merchantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/merchant",
  validateSearch: (raw: Record<string, unknown>): { tab?: MerchantTab } & MerchantParams => ({
    ...textsOf<MerchantParams>(raw),
    tab: oneOf(raw, "tab", MERCHANT_TABS),
  }),
  beforeLoad: requireRole("merchant"),
  loaderDeps: byTab,
  // The tabs start their calls in their own chunks.
  loader: ({ deps: { tab }, cause }) => enteredTab(cause, "merchant", tab),
  component: lazyRouteComponent(() => import("../dashboards/MerchantDashboardPage"), "MerchantDashboardPage"),
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard/admin",
  validateSearch: (raw: Record<string, unknown>): { tab?: AdminTab } & AdminParams => ({
    ...textsOf<AdminParams>(raw),
    tab: oneOf(raw, "tab", ADMIN_TABS),
  }),
  beforeLoad: requireRole("admin"),
  loaderDeps: byTab,
  loader: ({ deps, cause }) => enteredTab(cause, "admin", deps.tab),
  component: lazyRouteComponent(() => import("../dashboards/AdminDashboardPage"), "AdminDashboardPage"),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/admin/audit",
  validateSearch: (raw: Record<string, unknown>): AuditParams => textsOf(raw),
  beforeLoad: requireRole("admin"),
  component: lazyRouteComponent(() => import("../dashboards/AuditPage"), "AuditPage"),
});

const operationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/admin/operations",
  validateSearch: (raw: Record<string, unknown>): { tab?: OperationsTab } & OperationsParams => ({
    ...textsOf<OperationsParams>(raw),
    tab: oneOf(raw, "tab", OPERATIONS_TABS),
  }),
  beforeLoad: requireRole("admin"),
  component: lazyRouteComponent(
    () => import("@/features/operations/components/OperationsPage"),
    "OperationsPage",
  ),
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

/** `/dashboard?tab=…` redirects to the dashboard of the user's role. */
const dashboardRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: "/dashboard",
  validateSearch: (raw: Record<string, unknown>): { tab?: string } => compact({ tab: text(raw, "tab") }),
  beforeLoad: async ({ context, location, search }) => {
    const { user } = await requireUser({ context, location });
    const tab = oneOf<string>(search, "tab", DASHBOARD_TABS[user.role]);
    throw redirect({ href: `/dashboard/${user.role}${tab ? `?tab=${tab}` : ""}`, replace: true });
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
  auditRoute,
  operationsRoute,
  dashboardRoute,
  customerOrdersRoute,
  orderRoute,
  settingsRoute,
] as const;
