// The tabs that a dashboard does not open with. `lazyRouteComponent` instead of `lazy`: it can be preloaded, and a tab whose
// code is there is then drawn without its stand-in.
import { lazyRouteComponent } from "@tanstack/react-router";
import type { AdminTab, CustomerTab, MerchantTab } from "./tabs";

export const Addresses = lazyRouteComponent(
  () => import("@/features/addresses/components/Addresses"),
  "Addresses",
);
export const Messages = lazyRouteComponent(
  () => import("@/features/messages/components/Messages"),
  "Messages",
);

export const EditorTab = lazyRouteComponent(() => import("./EditorTab"), "EditorTab");
export const MerchantOrders = lazyRouteComponent(
  () => import("@/features/orders/components/MerchantOrders"),
  "MerchantOrders",
);
export const TodayTab = lazyRouteComponent(() => import("@/features/orders/components/TodayTab"), "TodayTab");
export const SalesTab = lazyRouteComponent(() => import("@/features/sales/components/SalesTab"), "SalesTab");
export const MerchantReviews = lazyRouteComponent(
  () => import("@/features/reviews/components/MerchantReviews"),
  "MerchantReviews",
);

export const UsersTab = lazyRouteComponent(
  () => import("@/features/admin/components/lists/UsersTab"),
  "UsersTab",
);
export const ProductsTab = lazyRouteComponent(
  () => import("@/features/admin/components/lists/ProductsTab"),
  "ProductsTab",
);
export const OrdersTab = lazyRouteComponent(() => import("./OrdersTab"), "OrdersTab");

type Later<Tab extends string> = Partial<Record<Tab, { preload?: () => Promise<void> | undefined }>>;

const customer: Later<CustomerTab> = { messages: Messages, addresses: Addresses };
const merchant: Later<MerchantTab> = {
  add: EditorTab,
  orders: MerchantOrders,
  today: TodayTab,
  sales: SalesTab,
  reviews: MerchantReviews,
};
const admin: Later<AdminTab> = { users: UsersTab, products: ProductsTab, orders: OrdersTab };

const TABS: Record<string, Later<string>> = { customer, merchant, admin };

/** Fetches the code of a tab, if it does not come with its dashboard. Never rejects: the tab itself shows a failure. */
export async function preloadTab(dashboard: string, tab: string): Promise<void> {
  await TABS[dashboard]?.[tab]?.preload?.();
}
