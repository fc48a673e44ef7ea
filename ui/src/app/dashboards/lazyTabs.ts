// The tabs that load after a dashboard opens. Unlike `lazy`, `lazyRouteComponent` can be preloaded; a loaded tab then
// appears without a placeholder.
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

type LazyTabs<Tab extends string> = Partial<Record<Tab, { preload?: () => Promise<void> | undefined }>>;

const customer: LazyTabs<CustomerTab> = { messages: Messages, addresses: Addresses };
const merchant: LazyTabs<MerchantTab> = {
  add: EditorTab,
  orders: MerchantOrders,
  today: TodayTab,
  sales: SalesTab,
  reviews: MerchantReviews,
};
const admin: LazyTabs<AdminTab> = { users: UsersTab, products: ProductsTab, orders: OrdersTab };

const TABS: Record<string, LazyTabs<string>> = { customer, merchant, admin };

/** Loads a tab's code if the dashboard does not include it. Never rejects: the tab itself shows a failure. */
export async function preloadTab(dashboard: string, tab: string): Promise<void> {
  await TABS[dashboard]?.[tab]?.preload?.();
}
