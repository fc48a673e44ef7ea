// The results of the admins' search, each with its page.
import type { Order, Product, User } from "@/api/types";
import { formatDate } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { dayAt } from "@/lib/timeZone";
import { texts } from "../texts";

export interface SearchResult {
  kind: keyof typeof texts.kinds;
  id: string;
  title: string;
  detail?: string;
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
  hash?: string;
}

const ADMIN = "/dashboard/admin";
const OPERATIONS = "/admin/operations";
const { pages } = texts;

const pageResult = (title: string, to: string, search?: Record<string, string>): SearchResult => ({
  kind: "page",
  id: title,
  title,
  to,
  search,
});

const PAGES = [
  pageResult(pages.inbox, ADMIN),
  pageResult(pages.users, ADMIN, { tab: "users" }),
  pageResult(pages.products, ADMIN, { tab: "products" }),
  pageResult(pages.orders, ADMIN, { tab: "orders" }),
  pageResult(pages.audit, "/admin/audit"),
  pageResult(pages.views, OPERATIONS, { tab: "views" }),
  pageResult(pages.parked, OPERATIONS, { tab: "parked" }),
  pageResult(pages.managers, OPERATIONS, { tab: "managers" }),
  pageResult(pages.events, OPERATIONS, { tab: "events" }),
];

/** Positions are whole numbers; streams are a category and an id. */
const POSITION = /^\d{1,18}$/;
const STREAM = /^[a-z_]+-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Results that need no server: pages, and positions or streams of the log. */
export function localResults(typed: string): SearchResult[] {
  const text = typed.trim();
  const words = text.toLowerCase();
  const found = PAGES.filter(({ title }) => title.toLowerCase().includes(words));
  if (POSITION.test(text)) {
    const search = { tab: "events", position: text };
    found.unshift({ kind: "event", id: text, title: texts.eventAt(text), to: OPERATIONS, search });
  }
  if (STREAM.test(text)) {
    const search = { tab: "stream", stream: words };
    found.unshift({ kind: "stream", id: text, title: words, to: OPERATIONS, search });
  }
  return found;
}

export const orderResult = ({
  _id,
  orderNumber,
  customer,
  merchant,
  total,
  createdAt,
}: Order): SearchResult => ({
  kind: "order",
  id: _id,
  title: orderNumber,
  detail: [customer.name, formatMoney(total), formatDate(dayAt(createdAt, merchant.address))].join(" · "),
  to: "/orders/$id",
  params: { id: _id },
});

export const userResult = ({ _id, name, email, businessInfo }: User): SearchResult => ({
  kind: "user",
  id: _id,
  title: name,
  detail: [email, businessInfo?.businessName].filter(Boolean).join(" · "),
  to: ADMIN,
  search: { tab: "users", q: email, user: _id },
});

export const productResult = ({ _id, name, merchant }: Product): SearchResult => ({
  kind: "product",
  id: _id,
  title: name,
  detail: merchant.businessInfo.businessName,
  to: ADMIN,
  search: { tab: "products", q: name, product: _id },
});

export const viewResult = (name: string): SearchResult => ({
  kind: "view",
  id: name,
  title: name,
  to: OPERATIONS,
  search: { tab: "views" },
  hash: `view-${name}`,
});
