import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Product, ProductChanges } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { ownProducts } from "../../tests/lists";
import { open } from "../../tests/open";
import { onScreen } from "../../tests/screen";
import { mockServer, server } from "../../tests/server";
import { product, seller } from "../../tests/shop";

mockServer();

const stock = (quantity: number) => ({ quantity, unit: "pound", lowStockThreshold: 5 });
const certificate = { url: "/c.pdf", filename: "c.pdf", originalName: "C.pdf", reviewedAt: null };
let products: Product[];
let changes: [string, ProductChanges | { isActive: boolean } | null][];

const change = (id: string, what: Partial<Product>) => {
  products = products.map((one) => (one._id === id ? { ...one, ...what } : one));
};
const answer = {
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

/** The Undo button of the toast with this text: toasts of earlier changes may still be open. */
const undo = async (message: string) => {
  const toast = (await screen.findByText(message)).closest("li");
  await userEvent.click(within(toast as HTMLElement).getByRole("button", { name: "Undo" }));
};

beforeEach(() => {
  storeToken("t");
  changes = [];
  products = [
    product(),
    product({ _id: "p2", name: "Leeks", inventory: stock(3) }),
    product({
      _id: "p3",
      name: "Chard",
      approvalStatus: "rejected",
      rejectionReason: "The picture is blurred.",
      isOrganic: true,
      organicCertificate: { ...certificate, status: "rejected", reason: "It has expired." },
    }),
  ];
  server.use(
    on.get("/auth/me", seller),
    ownProducts(() => products, 7),
    on.put("/products/{id}", async ({ params, body }) => {
      const sent = await body();
      changes.push([String(params.id), sent]);
      if (sent.inventory) change(String(params.id), { inventory: stock(sent.inventory.quantity) });
      return answer;
    }),
    on.put("/products/{id}/toggle-status", async ({ params, body }) => {
      const sent = await body();
      changes.push([String(params.id), sent]);
      change(String(params.id), sent);
      return answer;
    }),
    on.delete("/products/{id}", ({ params }) => {
      products = products.filter(({ _id }) => _id !== params.id);
      return answer;
    }),
  );
});

const table = () => screen.findByRole("table", { name: "Your products" });
const names = async () =>
  within(await table())
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row).getByText(/^(San Marzano Tomatoes|Leeks|Chard)$/).textContent);
const row = async (name: string) => {
  const found = within(await table())
    .getAllByRole("row")
    .find((one) => within(one).queryByText(name));
  if (!found) throw new Error(`no row of ${name}`);
  return within(found);
};
const choose = async (name: string, item: string) => {
  await userEvent.click((await row(name)).getByRole("button", { name: `More actions for ${name}` }));
  await userEvent.click(await screen.findByRole("menuitem", { name: item }));
};
const press = (name: string) =>
  userEvent.click(within(screen.getByRole("alertdialog")).getByRole("button", { name }));
const confirm = async (title: string, name: string) => {
  await screen.findByRole("alertdialog", { name: title });
  await press(name);
};

it("shows the figures, and the states of products and certificates", async () => {
  change("p2", { isActive: false });
  open("/dashboard/merchant");
  const tabs = await screen.findAllByRole("tab");
  expect(tabs.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    "Products & Overview",
    "Add Product",
    "Orders",
  ]);
  await table();
  expect(screen.getByRole("link", { name: "Add New Product" })).toBeVisible();
  expect(screen.getByText("Total products").parentElement).toHaveTextContent("3");
  expect(screen.getByText("Active products").parentElement).toHaveTextContent("2");
  expect(screen.getByText("Total views").parentElement).toHaveTextContent("7");
  expect(screen.getByText("Average rating").parentElement).toHaveTextContent("N/A");
  expect((await row("San Marzano Tomatoes")).getByText("Live")).toBeVisible();
  const chard = await row("Chard");
  expect(chard.getByText("Needs Changes")).toBeVisible();
  expect(chard.getByText("Feedback:").parentElement).toHaveTextContent("Feedback: The picture is blurred.");
  expect(chard.getByText("Reason:").parentElement).toHaveTextContent("Reason: It has expired.");
});

it("keeps filters and search in the URL", async () => {
  const router = open("/dashboard/merchant?show=changes");
  expect(await names()).toEqual(["Chard"]);
  await userEvent.click(screen.getByRole("button", { name: "All 3" }));
  await userEvent.click(screen.getByLabelText("Only low stock"));
  await waitFor(async () => expect(await names()).toEqual(["Leeks"]));
  expect(router.state.location.href).toBe("/dashboard/merchant?stock=low");
  await userEvent.type(screen.getByLabelText("Find a product"), "figs");
  expect(await screen.findByRole("heading", { name: "No products match" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Show all products" }));
  await waitFor(async () => expect(await names()).toHaveLength(3));
});

it("changes the stock in place, and undoes the change", async () => {
  open("/dashboard/merchant");
  const low = within(await screen.findByRole("region", { name: "1 product is running low" }));
  const field = low.getByLabelText("Stock of Leeks (pound)");
  await userEvent.clear(field);
  await userEvent.type(field, "20{Enter}");
  expect(screen.queryByRole("region", { name: /running low/ })).not.toBeInTheDocument();
  await screen.findByText("Leeks: stock 3 → 20");
  expect(changes).toEqual([["p2", { inventory: { quantity: 20, unit: "pound", seenQuantity: 3 } }]]);
  await undo("Leeks: stock 3 → 20");
  expect(await screen.findByText("Leeks: stock 20 → 3")).toBeVisible();
  expect(changes[1]?.[1]).toEqual({ inventory: { quantity: 3, unit: "pound", seenQuantity: 20 } });
});

it("refuses text that is not a number, and restores the stock when saving fails", async () => {
  server.use(on.put("/products/{id}", () => refusal(422, "Too many")));
  open("/dashboard/merchant");
  const field = (await row("Leeks")).getByLabelText("Stock of Leeks (pound)");
  await userEvent.clear(field);
  await userEvent.type(field, "-2{Enter}");
  expect(field).toHaveAccessibleDescription("Please enter a whole number, 0 or more");
  await userEvent.type(field, "{Escape}");
  expect(field).toHaveValue("3");
  await userEvent.clear(field);
  await userEvent.type(field, "30");
  await userEvent.tab();
  expect(await screen.findByText("Too many")).toBeVisible();
  expect(field).toHaveValue("3");
});

it("keeps the typed stock and its focus when the phone is rotated", async () => {
  onScreen({ wide: true });
  open("/dashboard/merchant");
  const field = (await row("Leeks")).getByLabelText("Stock of Leeks (pound)");
  await userEvent.clear(field);
  await userEvent.type(field, "30");
  act(() => onScreen({ wide: false }));
  const card = within(await screen.findByRole("group", { name: "Leeks" }));
  const again = card.getByLabelText("Stock of Leeks (pound)");
  expect(again).not.toBe(field);
  expect(again).toHaveValue("30");
  expect(again).toHaveFocus();
  expect(changes).toEqual([]);
  await userEvent.tab();
  await screen.findByText("Leeks: stock 3 → 30");
});

it("takes a product off sale after a confirmation that names it, and offers Undo", async () => {
  open("/dashboard/merchant");
  await choose("Leeks", "Deactivate");
  expect(await screen.findByRole("alertdialog", { name: "Deactivate Leeks?" })).toBeVisible();
  await press("Cancel");
  await waitFor(() => expect(screen.queryByRole("alertdialog")).not.toBeInTheDocument());
  expect(changes).toEqual([]);
  await choose("Leeks", "Deactivate");
  await confirm("Deactivate Leeks?", "Deactivate");
  await waitFor(async () => expect((await row("Leeks")).getByText("Inactive")).toBeVisible());
  await undo("Leeks is inactive: customers do not see it");
  await waitFor(() =>
    expect(changes).toEqual([
      ["p2", { isActive: false }],
      ["p2", { isActive: true }],
    ]),
  );
});

it("says that an administrator has deactivated a product, and offers no Activate", async () => {
  change("p2", { isActive: false, deactivatedByAdmin: true });
  open("/dashboard/merchant");
  const leeks = await row("Leeks");
  expect(leeks.getByText("An administrator has deactivated this product")).toBeVisible();
  await userEvent.click(leeks.getByRole("button", { name: "More actions for Leeks" }));
  const items = await screen.findAllByRole("menuitem");
  expect(items.map(({ textContent }) => textContent)).toEqual(["View in the shop", "Delete"]);
});

it("reports a failed deactivation, and shows the product as active", async () => {
  server.use(on.put("/products/{id}/toggle-status", () => new Response("{}", { status: 500 })));
  open("/dashboard/merchant");
  await choose("Leeks", "Deactivate");
  await confirm("Deactivate Leeks?", "Deactivate");
  expect(await screen.findByText("Failed to deactivate product")).toBeVisible();
  expect((await row("Leeks")).queryByText("Inactive")).not.toBeInTheDocument();
});

it("reports a failed reactivation, and shows the product as inactive", async () => {
  change("p2", { isActive: false });
  server.use(on.put("/products/{id}/toggle-status", () => new Response("{}", { status: 500 })));
  open("/dashboard/merchant");
  await choose("Leeks", "Activate");
  await confirm("Activate Leeks?", "Activate");
  await waitFor(() => expect(screen.getByText("Failed to reactivate product")).toBeVisible());
  expect((await row("Leeks")).getByText("Inactive")).toBeVisible();
});

it.each([
  [null, "Awaiting Certificate"],
  ["pending", "Under Review"],
  ["resubmitted", "Under Review"],
  ["approved", "Certified"],
] as const)("labels a certificate with the status %s as %s", async (status, label) => {
  change("p2", { isOrganic: true, organicCertificate: status && { ...certificate, status, reason: null } });
  open("/dashboard/merchant");
  expect((await row("Leeks")).getByText("Organic:").parentElement).toHaveTextContent(label);
});

it("deletes a product after a confirmation that names it", async () => {
  open("/dashboard/merchant");
  await choose("Leeks", "Delete");
  expect(await screen.findByRole("alertdialog", { name: "Delete Leeks?" })).toBeVisible();
  await press("Delete");
  await waitFor(() => expect(screen.getByText("Product deleted successfully!")).toBeVisible());
  expect(await names()).toEqual(["San Marzano Tomatoes", "Chard"]);
});

it("keeps the dialog open when the deletion fails", async () => {
  server.use(on.delete("/products/{id}", () => new Response("{}", { status: 500 })));
  open("/dashboard/merchant");
  await choose("Leeks", "Delete");
  await screen.findByRole("alertdialog");
  await press("Delete");
  expect(await screen.findByText("Error deleting product")).toBeVisible();
  expect(screen.getByRole("alertdialog")).toBeVisible();
});

it.each([
  ["Resubmit Product", "Resubmit Chard?", "/products/{id}/resubmit", "Product resubmitted for review!"],
  [
    "Resubmit Certificate",
    "Resubmit the certificate of Chard?",
    "/products/{id}/resubmit-organic",
    "Organic certificate resubmitted for review!",
  ],
] as const)("confirms before %s", async (button, title, path, done) => {
  let sent = 0;
  server.use(
    on.put(path, () => {
      sent += 1;
      return answer;
    }),
  );
  open("/dashboard/merchant");
  await userEvent.click((await row("Chard")).getByRole("button", { name: new RegExp(`^${button}`) }));
  expect(await screen.findByRole("alertdialog", { name: title })).toBeVisible();
  expect(sent).toBe(0);
  await press(button);
  expect(await screen.findByText(done)).toBeVisible();
  expect(sent).toBe(1);
});

it.each([
  ["Resubmit Product", "/products/{id}/resubmit", "Error resubmitting product"],
  ["Resubmit Certificate", "/products/{id}/resubmit-organic", "Error resubmitting organic certificate"],
] as const)("reports that %s failed", async (button, path, failed) => {
  server.use(on.put(path, () => new Response("{}", { status: 500 })));
  open("/dashboard/merchant");
  await userEvent.click((await row("Chard")).getByRole("button", { name: new RegExp(`^${button}`) }));
  await screen.findByRole("alertdialog");
  await press(button);
  expect(await screen.findByText(failed)).toBeVisible();
});

it("reports an empty list, and offers Retry when it fails to load", async () => {
  server.use(on.get("/products/my-products/search", () => refusal(503, "Later")));
  open("/dashboard/merchant");
  const failure = within(await screen.findByRole("alert"));
  expect(failure.getByRole("heading", { name: "No products yet" })).toBeVisible();
  expect(failure.getByText("Your products could not be loaded")).toBeVisible();
  products = [];
  server.use(ownProducts(() => products));
  await userEvent.click(failure.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/^List your first product/)).toBeVisible();
  expect(screen.getByRole("heading", { name: "No products yet" })).toBeVisible();
  expect(screen.queryByText("Your products could not be loaded")).not.toBeInTheDocument();
});
