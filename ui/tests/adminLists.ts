// Users, products and orders for an admin's tables, and the recorded requests.
import { beforeAll, beforeEach } from "vitest";
import { storeToken } from "@/api/token";
import type { Order, Product, User } from "@/api/types";
import { on } from "./api";
import { admin, newMerchant } from "./inbox";
import { mockServer, server } from "./server";
import { customer, order, product, seller } from "./shop";

export const stats = {
  totalUsers: 41,
  totalMerchants: 2,
  totalCustomers: 1,
  totalProducts: 3,
  pendingMerchants: 1,
  pendingOrganic: 0,
  pendingProducts: 1,
};

interface AdminLists {
  users: User[];
  products: Product[];
  orders: Order[];
  /** The query strings of the list requests, in order. */
  asked: string[];
  /** Write requests as "METHOD path", with their bodies. */
  sent: [string, unknown][];
}

export const lists: AdminLists = { users: [], products: [], orders: [], asked: [], sent: [] };

/** The server of every test in the file; a test adds other answers in front. */
export function mockLists(): void {
  mockServer();
  // Load the page's code once, so that no test waits for it.
  beforeAll(() =>
    Promise.all([
      import("@/app/dashboards/AdminDashboardPage"),
      import("@/features/admin/components/lists/UsersTab"),
      import("@/features/admin/components/lists/ProductsTab"),
      import("@/app/dashboards/OrdersTab"),
    ]),
  );
  beforeEach(() => {
    storeToken("t");
    Object.assign(lists, {
      users: [admin, customer, seller, newMerchant],
      products: [
        product(),
        product({ _id: "p2", id: "p2", name: "Leeks", isActive: false, featured: true }),
        product({
          _id: "p3",
          id: "p3",
          name: "Chard",
          approvalStatus: "rejected",
          rejectionReason: "The picture is blurred, and the description speaks of beets.",
        }),
      ],
      orders: [
        order(),
        order({
          _id: "o2",
          id: "o2",
          orderNumber: "GS-261120-2BBBB-1",
          dispute: { status: "open", amount: 12.5, reason: "fraudulent" },
        }),
      ],
      asked: [],
      sent: [],
    });
    const note = (what: string, body: unknown) => {
      lists.sent.push([what, body]);
      return { success: true as const };
    };
    server.use(
      on.get("/auth/me", admin),
      on.get("/admin/stats", stats),
      on.get("/admin/users", ({ query }) => {
        lists.asked.push(query.toString());
        const page = Number(query.get("page"));
        const words = query.get("search")?.toLowerCase() ?? "";
        const users = lists.users.filter(({ name, email }) =>
          `${name} ${email}`.toLowerCase().includes(words),
        );
        const pagination = { currentPage: page, totalPages: 3, totalUsers: 41, hasMore: page < 3 };
        return { users, pagination };
      }),
      on.get("/admin/products", ({ query }) => {
        lists.asked.push(query.toString());
        const pagination = {
          currentPage: 1,
          totalPages: 1,
          totalProducts: 3,
          hasMore: false,
          nextCursor: null,
        };
        return { products: lists.products, pagination };
      }),
      on.get("/admin/orders", ({ query }) => {
        lists.asked.push(query.toString());
        const beginning = query.get("search")?.toUpperCase() ?? "";
        const orders = lists.orders.filter(
          ({ orderNumber, dispute }) =>
            orderNumber.startsWith(beginning) && (!query.get("dispute") || Boolean(dispute)),
        );
        const pagination = { currentPage: 1, totalPages: 1, totalOrders: orders.length, hasMore: false };
        return { orders, pagination };
      }),
      on.put("/admin/users/{id}/approve", async ({ params, body }) => {
        note(`approve ${String(params.id)}`, await body());
        return new Response(JSON.stringify({ success: true }));
      }),
      on.delete("/admin/users/{id}", async ({ params, body }) => ({
        ...note(`deactivate ${String(params.id)}`, await body()),
        openOrders: [],
      })),
      on.put("/admin/users/{id}/reactivate", async ({ params, body }) =>
        note(`reactivate ${String(params.id)}`, await body()),
      ),
    );
  });
}
