// What the header, the menus and the footer link to. A page that is built gets its line here.
import type { LinkProps } from "@tanstack/react-router";
import type { Role, User } from "@/api/types";

export interface NavLink {
  label: string;
  to: NonNullable<LinkProps["to"]>;
  search?: Record<string, string>;
}

/** Always in the header and the mobile menu. */
export const MAIN_LINKS: NavLink[] = [{ label: "Browse", to: "/products" }];

const DASHBOARDS: Record<Role, NavLink> = {
  customer: { label: "Dashboard", to: "/dashboard/customer" },
  merchant: { label: "Dashboard", to: "/dashboard/merchant" },
  admin: { label: "Admin Panel", to: "/dashboard/admin" },
};

/** What whoever sells or administers has bought, too. */
const PURCHASES: NavLink = { label: "My Purchases", to: "/dashboard/customer", search: { tab: "orders" } };

/** The user menu, by role; Logout is added by the menu itself. */
export function userLinks(user: User): NavLink[] {
  const dashboard = DASHBOARDS[user.role];
  return user.role === "customer" ? [dashboard] : [dashboard, PURCHASES];
}

export interface FooterColumn {
  title: string;
  links: NavLink[];
}

export const FOOTER_COLUMNS: FooterColumn[] = [
  {
    title: "For customers",
    links: [
      { label: "Browse products", to: "/products" },
      { label: "Fresh produce", to: "/products", search: { category: "produce" } },
      { label: "Your cart", to: "/cart" },
      { label: "Create an account", to: "/signup" },
    ],
  },
  {
    title: "For merchants",
    links: [{ label: "Sell on Greenstall", to: "/signup", search: { role: "merchant" } }],
  },
];
