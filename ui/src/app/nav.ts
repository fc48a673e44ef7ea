// The links of the menus and the footer; the header's own are in `mainLinks.ts`. A new page adds its link here.
import type { Role, User } from "@/api/types";
import { texts } from "./lazyTexts";

export interface NavLink {
  label: string;
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}

const { nav } = texts;

export const MESSAGES: NavLink = { label: nav.messages, to: "/messages" };

const DASHBOARDS: Record<Role, NavLink> = {
  customer: { label: nav.dashboard, to: "/dashboard/customer" },
  merchant: { label: nav.dashboard, to: "/dashboard/merchant" },
  admin: { label: nav.adminPanel, to: "/dashboard/admin" },
};

const OPERATIONS: NavLink = { label: nav.operations, to: "/admin/operations" };

/** Merchants and admins are customers as well. */
const PURCHASES: NavLink = {
  label: nav.purchases,
  to: "/dashboard/customer",
  search: { tab: "orders" },
};

const storeOf = (user: User): NavLink => ({
  label: nav.myStore,
  to: "/merchant/$id",
  params: { id: user._id },
});

/** The links of the user menu by role; the menu itself adds Logout. */
export function userLinks(user: User): NavLink[] {
  return [
    DASHBOARDS[user.role],
    ...(user.role === "merchant" ? [storeOf(user)] : []),
    ...(user.role === "admin" ? [OPERATIONS] : []),
    ...(user.role === "customer" ? [] : [PURCHASES]),
    MESSAGES,
    { label: nav.settings, to: "/settings" },
  ];
}

export interface FooterColumn {
  title: string;
  links: NavLink[];
}

const SHOPPING: NavLink[] = [
  { label: nav.browseProducts, to: "/products" },
  { label: nav.freshProduce, to: "/products", search: { category: "produce" } },
  { label: nav.yourCart, to: "/cart" },
];
const ORDERS: NavLink = {
  label: nav.yourOrders,
  to: "/dashboard/customer",
  search: { tab: "orders" },
};
const SELL: NavLink = { label: nav.sell, to: "/signup", search: { role: "merchant" } };

/** The footer's links: a visitor sees ways to join, an account sees its own pages. */
export function footerColumns(user: User | null | undefined): FooterColumn[] {
  const customers = user
    ? [ORDERS]
    : [
        { label: nav.createAccount, to: "/signup" },
        { label: nav.logIn, to: "/login" },
      ];
  return [
    { title: nav.forCustomers, links: [...SHOPPING, ...customers] },
    { title: nav.forMerchants, links: merchantLinks(user) },
  ];
}

function merchantLinks(user: User | null | undefined): NavLink[] {
  if (!user) return [SELL];
  if (user.role === "admin") return [DASHBOARDS.admin, OPERATIONS];
  if (user.role === "customer") return [MESSAGES];
  return [
    DASHBOARDS.merchant,
    { label: nav.addProduct, to: "/dashboard/merchant", search: { tab: "add" } },
    { label: nav.customerOrders, to: "/dashboard/merchant", search: { tab: "orders" } },
    storeOf(user),
  ];
}
