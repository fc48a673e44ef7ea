// An admin's inbox for tests: pending items, their history, and the recorded decisions.
import { beforeAll, beforeEach } from "vitest";
import { storeToken } from "@/api/token";
import type { AuditEntry, PendingProduct, PendingReviews, Product, User } from "@/api/types";
import { on } from "./api";
import { onScreen } from "./screen";
import { mockServer, server } from "./server";
import { customer, product, seller } from "./shop";

export const admin: User = { ...customer, _id: "a1", id: "a1", name: "Ada Admin", role: "admin" };

const { address: place, businessInfo: known } = { ...customer, ...seller };
if (!place || !known) throw new Error("a merchant has an address and a business");

export const newBusiness = {
  ...known,
  businessName: "Waiting Farm",
  businessDescription: "Roots, soon.",
  businessLicense: "L-77",
  website: "https://waiting.example",
  taxId: "12-3456789",
  isApproved: false,
  approvalStatus: "pending" as const,
};

export const newMerchant: User = {
  ...seller,
  _id: "m9",
  id: "m9",
  name: "Walt Waits",
  email: "walt@example.com",
  phone: "(415) 555-0134",
  address: { ...place, street: "9 Waiting Lane" },
  businessInfo: newBusiness,
};

export function pendingProduct(
  id: string,
  name: string,
  change: Partial<PendingProduct> = {},
): PendingProduct {
  const { merchant: _, ...details } = product({ _id: id, id, name });
  return {
    ...details,
    inventory: { unit: "pound" },
    revision: 1,
    approvalStatus: "pending",
    merchant: {
      _id: "m1",
      id: "m1",
      name: "Mara Meadows",
      email: "mara@example.com",
      businessInfo: { businessName: "Meadow Farm", isApproved: true },
    },
    ...change,
  };
}

export const certificate: NonNullable<Product["organicCertificate"]> = {
  status: "pending",
  url: "/api/uploads/certificates/m1/c.png",
  filename: "c.png",
  originalName: "Organic 2026.png",
  reason: null,
  reviewedAt: null,
};

let entryNumber = 0;
/** An entry of a product's history; lists have the newest entry first. */
export function entry(action: string, change: Partial<AuditEntry> = {}): AuditEntry {
  entryNumber += 1;
  return {
    id: `e${entryNumber}`,
    at: "2026-11-20T10:00:00Z",
    actor: { id: "a1", name: "Ada Admin", email: "ada@example.com", role: "admin" },
    action,
    subject: { type: "product", id: "p1", name: "Kale" },
    reason: null,
    before: null,
    after: null,
    position: entryNumber,
    ...change,
  };
}

/** A decision by another admin, or a request for one. */
interface Decision {
  id: string;
  body: object;
}

const emptyInbox = () => ({
  merchants: [] as User[],
  certificates: [] as PendingProduct[],
  products: [] as PendingProduct[],
  renamed: [] as PendingReviews["renamedMerchants"],
  history: [] as AuditEntry[],
  decisions: [] as Decision[],
});

/** The server's data and the requests it received. Tests change it. */
export const inboxServer = emptyInbox();

const withoutId = <T extends { _id: string }>(list: T[], id: unknown) => list.filter(({ _id }) => _id !== id);

const pageOf = <T>(list: T[], query: URLSearchParams): T[] => {
  const limit = Number(query.get("limit"));
  const from = (Number(query.get("page")) - 1) * limit;
  return list.slice(from, from + limit);
};

const productAnswer = {
  success: true,
  product: {
    _id: "p1",
    id: "p1",
    approvalStatus: "approved",
    revision: 1,
    isActive: true,
    organicCertificateStatus: null,
  },
};

/** Logs in an admin on a wide screen, unless the test calls `narrow`; decisions remove pending items. */
export function mockInbox(): void {
  mockServer();
  // Load the page's code once, so that no test waits for it.
  beforeAll(() => import("@/app/dashboards/AdminDashboardPage"));
  beforeEach(() => {
    Object.assign(inboxServer, emptyInbox());
    onScreen({ wide: true });
    storeToken("t");
    server.use(
      on.get("/auth/me", admin),
      on.get("/admin/stats", () => ({
        totalUsers: 12,
        totalMerchants: 5,
        totalCustomers: 6,
        totalProducts: 40,
        pendingMerchants: inboxServer.merchants.length,
        pendingOrganic: inboxServer.certificates.length,
        pendingProducts: inboxServer.products.length,
      })),
      on.get("/admin/pending", ({ query }) => {
        const longest = Math.max(
          inboxServer.merchants.length,
          inboxServer.certificates.length,
          inboxServer.products.length,
        );
        const totalPages = Math.ceil(longest / Number(query.get("limit")));
        return {
          pendingMerchants: pageOf(inboxServer.merchants, query),
          pendingOrganic: pageOf(inboxServer.certificates, query),
          pendingProducts: pageOf(inboxServer.products, query),
          renamedMerchants: pageOf(inboxServer.renamed, query),
          pagination: {
            currentPage: Number(query.get("page")),
            totalPages,
            totalMerchants: inboxServer.merchants.length,
            totalOrganic: inboxServer.certificates.length,
            totalProducts: inboxServer.products.length,
            totalRenamed: inboxServer.renamed.length,
            hasMore: Number(query.get("page")) < totalPages,
          },
        };
      }),
      on.get("/admin/audit", () => ({
        entries: inboxServer.history,
        pagination: {
          currentPage: 1,
          totalPages: 1,
          totalEntries: inboxServer.history.length,
          hasMore: false,
        },
      })),
      on.get("/products/{id}", ({ params }) => product({ _id: String(params.id), id: String(params.id) })),
      on.put("/admin/users/{id}/approve", async ({ params, body }) => {
        inboxServer.decisions.push({ id: String(params.id), body: await body() });
        inboxServer.merchants = withoutId(inboxServer.merchants, params.id);
        return { success: true };
      }),
      on.put("/admin/products/{id}/approve", async ({ params, body }) => {
        inboxServer.decisions.push({ id: String(params.id), body: await body() });
        inboxServer.products = withoutId(inboxServer.products, params.id);
        return productAnswer;
      }),
      on.put("/admin/products/{id}/organic-certificate", async ({ params, body }) => {
        inboxServer.decisions.push({ id: String(params.id), body: await body() });
        inboxServer.certificates = withoutId(inboxServer.certificates, params.id);
        return productAnswer;
      }),
    );
  });
}
