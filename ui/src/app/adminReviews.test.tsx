import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import type { openPdf as OpenPdf } from "@/features/admin/model/pdf";
import * as files from "@/lib/saveAs";
import { on, refusal } from "../../tests/api";
import {
  certificate,
  inboxServer,
  entry,
  mockInbox,
  newBusiness,
  newMerchant,
  pendingProduct,
} from "../../tests/inbox";
import { open } from "../../tests/open";
import { at, server } from "../../tests/server";
import { product } from "../../tests/shop";

mockInbox();

/** jsdom has no canvas to draw on. */
const openPdf = vi.hoisted(() => vi.fn<typeof OpenPdf>());
vi.mock("@/features/admin/model/pdf", () => ({ openPdf }));
beforeEach(() => void openPdf.mockReset());

const whole = async (name: string) =>
  within(await screen.findByRole("region", { name: `${name}, whole item` }));
const fact = (pane: ReturnType<typeof within>, label: string) =>
  pane.getByText(label, { selector: "dt" }).nextElementSibling;
const picture = (name: string) => ({
  url: `/api/uploads/products/m1/${name}.webp`,
  alt: name,
  isFeatured: false,
  filename: `${name}.webp`,
});

it("shows all details of a product", async () => {
  inboxServer.products = [
    pendingProduct("p2", "Leeks", {
      images: [picture("bunch"), picture("field")],
      tags: ["winter", "soup"],
      harvestDate: "2026-11-20",
      fulfillment: {
        ...product().fulfillment,
        pickupInstructions: "Ring at the green gate.",
      },
    }),
  ];
  inboxServer.history = [
    entry("rejected", { reason: "Blurred.", at: "2026-11-19T10:00:00Z" }),
    entry("certificate-rejected", { reason: "Expired." }),
    entry("listed", { actor: { id: "m1", name: "Mara Meadows", email: "", role: "merchant" } }),
  ];
  open("/dashboard/admin");
  const pane = await whole("Leeks");
  expect(pane.getAllByRole("img").map((image) => image.getAttribute("alt"))).toEqual(["bunch", "field"]);
  expect(pane.getByText("Long, meaty and sweet.")).toBeVisible();
  expect(fact(pane, "Price")).toHaveTextContent("$3.50 per pound");
  expect(await pane.findByText("40 × pound")).toBeVisible();
  expect(fact(pane, "Category")).toHaveTextContent("Produce · Vegetables");
  expect(fact(pane, "Fulfillment")).toHaveTextContent("Pickup and delivery");
  expect(fact(pane, "Pickup instructions")).toHaveTextContent("Ring at the green gate.");
  expect(fact(pane, "Delivery")).toHaveTextContent("25 miles, $0.00, free from $25.00, 1-2 hours");
  expect(fact(pane, "Harvested")).toHaveTextContent("November 20, 2026");
  expect(fact(pane, "Tags")).toHaveTextContent("winter, soup");
  expect(pane.getByRole("link", { name: "Meadow Farm" })).toHaveAttribute("href", "/merchant/m1");
  const history = within(pane.getByRole("region", { name: "History" }));
  expect(await history.findByText("Blurred.")).toBeVisible();
  expect(history.getByText("Listed").closest("li")).toHaveTextContent("by Mara Meadows");
  expect(history.queryByText("Expired.")).not.toBeInTheDocument();
});

it("shows a merchant's business, and links only web addresses", async () => {
  inboxServer.merchants = [newMerchant];
  open("/dashboard/admin");
  const pane = await whole("Waiting Farm");
  expect(pane.getByText("Roots, soon.")).toBeVisible();
  expect(fact(pane, "Business license")).toHaveTextContent("L-77");
  expect(fact(pane, "Tax ID")).toHaveTextContent("12-3456789");
  expect(fact(pane, "Address")).toHaveTextContent("9 Waiting Lane, San Francisco, CA 94110");
  expect(fact(pane, "Person")).toHaveTextContent("Walt Waits");
  expect(pane.getByRole("link", { name: "https://waiting.example" })).toBeVisible();
  expect(fact(pane, "Offers")).toHaveTextContent("Pickup, Delivery within 25 miles");
});

it("does not link an invalid web address", async () => {
  const businessInfo = { ...newBusiness, website: "javascript:alert(1)" };
  inboxServer.merchants = [{ ...newMerchant, businessInfo }];
  open("/dashboard/admin");
  const pane = await whole("Waiting Farm");
  expect(fact(pane, "Website")).toHaveTextContent("javascript:alert(1)");
  expect(within(fact(pane, "Website") as HTMLElement).queryByRole("link")).not.toBeInTheDocument();
});

it("links a product to its merchant's pending review", async () => {
  const { merchant } = pendingProduct("p2", "Leeks");
  const businessInfo = { businessName: "Waiting Farm", isApproved: false };
  inboxServer.merchants = [newMerchant];
  inboxServer.products = [
    pendingProduct("p2", "Leeks", { merchant: { ...merchant, _id: "m9", id: "m9", businessInfo } }),
  ];
  open("/dashboard/admin?show=product");
  const pane = await whole("Leeks");
  expect(pane.getByText("Not approved")).toBeVisible();
  await userEvent.click(pane.getByRole("link", { name: "Waiting Farm" }));
  expect(await screen.findByRole("button", { name: "Approve Waiting Farm" })).toBeVisible();
});

it("shows the changes since the rejection, and the differences from the version on sale", async () => {
  inboxServer.products = [pendingProduct("p2", "Leeks", { approvalStatus: "resubmitted", revision: 3 })];
  inboxServer.history = [
    entry("revised", {
      before: {
        description: "Old leeks.",
        images: [picture("old")],
        isOrganic: false,
        pickupInstructions: "Ring at the gate.",
      },
      after: {
        description: "Young leeks.",
        images: [picture("new")],
        isOrganic: true,
        pickupInstructions: "Ring at the barn.",
      },
    }),
    entry("rejected", { reason: "Too short.", at: "2026-11-19T10:00:00Z" }),
    entry("revised", { before: { name: "Leek" }, after: { name: "Leeks" } }),
    entry("approved", { at: "2026-11-10T10:00:00Z" }),
  ];
  open("/dashboard/admin");
  const pane = await whole("Leeks");
  const changes = within(await pane.findByRole("region", { name: "What changed" }));
  expect(changes.getByText("Rejected because: Too short.")).toBeVisible();
  expect(fact(changes, "Description")?.querySelector("del")).toHaveTextContent("removed: Old");
  expect(fact(changes, "Description")?.querySelector("ins")).toHaveTextContent("added: Young");
  expect(fact(changes, "Organic claim")).toHaveTextContent("No added: Yes");
  expect(fact(changes, "Pickup instructions")?.querySelector("del")).toHaveTextContent("removed: gate");
  expect(fact(changes, "Pickup instructions")?.querySelector("ins")).toHaveTextContent("added: barn");
  expect(within(fact(changes, "Pictures") as HTMLElement).getAllByRole("img")).toHaveLength(2);
  expect(changes.queryByText("Name")).not.toBeInTheDocument();
  await userEvent.click(changes.getByRole("button", { name: "Version approved November 10, 2026" }));
  expect(fact(changes, "Name")?.querySelector("ins")).toHaveTextContent("added: Leeks");
});

it("reports a product resubmitted without changes", async () => {
  inboxServer.products = [pendingProduct("p2", "Leeks", { approvalStatus: "resubmitted" })];
  inboxServer.history = [entry("resubmitted"), entry("rejected", { reason: "Too short." }), entry("listed")];
  open("/dashboard/admin");
  const pane = await whole("Leeks");
  expect(await pane.findByText("Nothing that admins review has changed since then.")).toBeVisible();
});

const claims = { isOrganic: true, organicCertificate: certificate };

function serveCertificate(type: string) {
  const tokens: (string | null)[] = [];
  URL.createObjectURL = vi.fn<() => string>(() => "blob:certificate");
  URL.revokeObjectURL = vi.fn<() => void>();
  server.use(
    http.get(at("/uploads/certificates/m1/c.png"), ({ request }) => {
      tokens.push(request.headers.get("Authorization"));
      return new HttpResponse("bytes", { headers: { "Content-Type": type } });
    }),
  );
  return tokens;
}

it("shows a certificate's picture in place, and decides about that file", async () => {
  const tokens = serveCertificate("image/png");
  inboxServer.certificates = [pendingProduct("p1", "Beets", claims)];
  inboxServer.history = [
    entry("certificate-rejected", { reason: "It has expired." }),
    entry("rejected", { reason: "Blurred." }),
  ];
  open("/dashboard/admin");
  const pane = await whole("Beets");
  const image = await pane.findByRole("img", { name: "Certificate Organic 2026.png" });
  expect(image).toHaveAttribute("src", "blob:certificate");
  expect(tokens).toEqual(["Bearer t"]);
  expect(pane.getByText("It has expired.")).toBeVisible();
  expect(pane.queryByText("Blurred.")).not.toBeInTheDocument();
  await userEvent.keyboard("r");
  expect(screen.getByRole("alertdialog", { name: "Reject the certificate of Beets?" })).toBeVisible();
  await userEvent.type(screen.getByLabelText("Reason"), "It has expired.");
  await userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name: "Reject" }));
  expect(await screen.findByText("The certificate of Beets was rejected. Nothing is left.")).toBeVisible();
  const body = { status: "rejected", url: certificate.url, reason: "It has expired." };
  expect(inboxServer.decisions).toEqual([{ id: "p1", body }]);
  expect(URL.revokeObjectURL).toHaveBeenCalledWith("blob:certificate");
});

/** A document whose first pages are drawn by the given function. */
function servePdf(pageCount: number, draw: () => Promise<unknown> = () => Promise.resolve()) {
  const cancel = vi.fn<() => void>();
  const pages = Array.from({ length: Math.min(pageCount, 10) }, () => ({
    draw: () => ({ done: draw(), cancel }),
  }));
  openPdf.mockResolvedValue({ pages, pageCount });
  serveCertificate("application/pdf");
  inboxServer.certificates = [pendingProduct("p1", "Beets", claims)];
  return cancel;
}

const UNREADABLE = "This PDF cannot be shown here: it may be damaged, or locked by a password.";

it("draws a PDF certificate page by page, and releases it when the item closes", async () => {
  const cancel = servePdf(2);
  inboxServer.products = [pendingProduct("p2", "Leeks")];
  open("/dashboard/admin");
  const pane = await whole("Beets");
  expect(await pane.findByRole("img", { name: "Certificate Organic 2026.png, page 1 of 2" })).toBeVisible();
  expect(pane.getByRole("img", { name: "Certificate Organic 2026.png, page 2 of 2" })).toBeVisible();
  expect(pane.queryByText(/^The document has/)).not.toBeInTheDocument();
  const saved = vi.spyOn(files, "saveAs").mockImplementation(() => {});
  await userEvent.click(pane.getByRole("button", { name: "Download certificate" }));
  expect(saved).toHaveBeenCalledExactlyOnceWith(expect.anything(), "Organic 2026.pdf");
  const [file, closed] = openPdf.mock.lastCall ?? [];
  expect(file?.type).toBe("application/pdf");
  expect(closed?.aborted).toBe(false);
  await userEvent.keyboard("j");
  await whole("Leeks");
  expect(closed?.aborted).toBe(true);
  expect(cancel).toHaveBeenCalledTimes(2);
});

it("draws the first pages of a long PDF, and mentions the rest", async () => {
  servePdf(14);
  open("/dashboard/admin");
  const notice = "The document has 14 pages. The first 10 are shown here; the download has them all.";
  expect(await screen.findByText(notice)).toBeVisible();
  expect(screen.getAllByRole("img", { name: /^Certificate .* of 14$/ })).toHaveLength(10);
});

it("reports an unreadable PDF, and still opens the file", async () => {
  servePdf(1);
  openPdf.mockRejectedValue(new Error("Invalid PDF structure."));
  open("/dashboard/admin");
  expect(await screen.findByText(UNREADABLE)).toBeVisible();
  expect(screen.getByRole("button", { name: "Download certificate" })).toBeVisible();
});

it("reports a PDF page that cannot be drawn", async () => {
  servePdf(1, () => Promise.reject(new Error("Bad page")));
  open("/dashboard/admin");
  expect(await screen.findByText(UNREADABLE)).toBeVisible();
  expect(screen.queryByRole("img", { name: /^Certificate/ })).not.toBeInTheDocument();
});

it("never shows another kind of file as a page of the shop", async () => {
  serveCertificate("text/html");
  inboxServer.certificates = [pendingProduct("p1", "Beets", claims)];
  open("/dashboard/admin");
  expect(await screen.findByRole("button", { name: "Download certificate" })).toBeVisible();
  expect(screen.queryByRole("img", { name: /^Certificate/ })).not.toBeInTheDocument();
  expect(openPdf).not.toHaveBeenCalled();
});

it("offers Retry when a certificate fails to load", async () => {
  server.use(http.get(at("/uploads/certificates/m1/c.png"), () => refusal(404, "File not found")));
  inboxServer.certificates = [pendingProduct("p1", "Beets", claims)];
  open("/dashboard/admin");
  expect(await screen.findByRole("heading", { name: "The certificate could not be loaded" })).toBeVisible();
});

it("links a product to its pending certificate", async () => {
  serveCertificate("image/png");
  inboxServer.certificates = [pendingProduct("p1", "Beets", claims)];
  inboxServer.products = [pendingProduct("p1", "Beets", claims)];
  open("/dashboard/admin?review=product:p1");
  await userEvent.click(await screen.findByRole("link", { name: "Its organic certificate waits too" }));
  expect(await screen.findByRole("link", { name: "The product itself waits too" })).toBeVisible();
});

it("keeps the other details when the history fails to load", async () => {
  inboxServer.products = [pendingProduct("p2", "Leeks", { approvalStatus: "resubmitted" })];
  server.use(on.get("/admin/audit", () => refusal(422, "No")));
  open("/dashboard/admin");
  const pane = await whole("Leeks");
  expect(await pane.findByRole("heading", { name: "The history could not be loaded" })).toBeVisible();
  expect(pane.getByRole("heading", { name: "The changes could not be loaded" })).toBeVisible();
  expect(pane.getByText("Long, meaty and sweet.")).toBeVisible();
});

it("lists renamed merchants below the inbox, and accepts a name after a confirmation", async () => {
  inboxServer.renamed = [
    {
      _id: "m1",
      id: "m1",
      name: "Mara Meadows",
      email: "mara@example.com",
      businessName: "Greener Farm",
      approvedName: "Meadow Farm",
      renamedAt: "2026-11-20T10:00:00Z",
    },
  ];
  open("/dashboard/admin");
  const renamed = within(await screen.findByRole("region", { name: "Renamed since approval" }));
  expect(renamed.getByText("Greener Farm")).toBeVisible();
  expect(renamed.getByText("Approved as Meadow Farm")).toBeVisible();
  server.use(
    on.put("/admin/users/{id}/approve", async ({ params, body }) => {
      inboxServer.decisions.push({ id: String(params.id), body: await body() });
      inboxServer.renamed = [];
      return { success: true };
    }),
  );
  await userEvent.click(renamed.getByRole("button", { name: "Accept the name Greener Farm" }));
  const ask = within(screen.getByRole("alertdialog", { name: "Accept the name Greener Farm?" }));
  await userEvent.click(ask.getByRole("button", { name: "Accept name" }));
  await waitFor(() =>
    expect(screen.queryByRole("region", { name: "Renamed since approval" })).not.toBeInTheDocument(),
  );
  expect(inboxServer.decisions).toEqual([{ id: "m1", body: { approved: true } }]);
});
