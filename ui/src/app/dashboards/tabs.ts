// The tabs of each dashboard, as named in the URL. The dashboard opens with the first.
export const CUSTOMER_TABS = ["overview", "orders", "favorites", "messages", "addresses"] as const;
export const MERCHANT_TABS = ["overview", "add", "orders", "today", "sales", "reviews"] as const;
export const ADMIN_TABS = ["overview", "users", "products", "orders"] as const;
export const DASHBOARD_TABS = { customer: CUSTOMER_TABS, merchant: MERCHANT_TABS, admin: ADMIN_TABS };

export type CustomerTab = (typeof CUSTOMER_TABS)[number];
export type MerchantTab = (typeof MERCHANT_TABS)[number];
export type AdminTab = (typeof ADMIN_TABS)[number];
