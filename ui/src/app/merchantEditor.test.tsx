import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Product, ProductChanges } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { ownProducts, sales } from "../../tests/lists";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { merchant, product, seller } from "../../tests/shop";

mockServer();
// Load the page's code once, so that no test waits for it.
beforeAll(() =>
  Promise.all([
    import("./dashboards/MerchantDashboardPage"),
    import("@/features/merchant/components/EditProduct"),
  ]),
);

let stored: Product;
let sent: ProductChanges[];
let resubmitted: number;

const revisedProduct = (approvalStatus: string) => ({
  success: true,
  product: {
    _id: "p1",
    id: "p1",
    approvalStatus,
    revision: 2,
    isActive: true,
    organicCertificateStatus: null,
  },
});

beforeEach(() => {
  sessionStorage.clear();
  storeToken("t");
  sent = [];
  resubmitted = 0;
  stored = product({ images: ["a", "b"].map((url) => ({ url, filename: url, alt: "", isFeatured: false })) });
  server.use(
    on.get("/auth/me", seller),
    on.get("/users/favorites", []),
    sales(() => []),
    ownProducts(() => [stored]),
    on.get("/products/{id}", () => stored),
    on.put("/products/{id}", async ({ body }) => {
      sent.push(await body());
      return revisedProduct(stored.approvalStatus === "approved" ? "resubmitted" : stored.approvalStatus);
    }),
    on.put("/products/{id}/resubmit", () => {
      resubmitted += 1;
      return revisedProduct("resubmitted");
    }),
  );
});

const edit = async () => {
  const router = open("/dashboard/merchant?tab=add&id=p1");
  await screen.findByRole("heading", { name: "Edit San Marzano Tomatoes" });
  return router;
};
const retype = async (label: string, text: string) => {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
};
const order = () => screen.getAllByRole("img", { name: /^Picture/ }).map((img) => img.getAttribute("src"));
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("opens the form from the list, and sends only the changes", async () => {
  const router = open("/dashboard/merchant");
  const [link] = await screen.findAllByRole("link", { name: "Edit San Marzano Tomatoes" });
  await userEvent.click(link as HTMLElement);
  await screen.findByRole("heading", { name: "Edit San Marzano Tomatoes" });
  expect(screen.getByRole("tab", { name: "Edit Product" })).toHaveAttribute("aria-selected", "true");
  const note = screen.getByRole("note");
  expect(note).toHaveTextContent(
    "Name, description, category, images and organic claim go back to review; price and stock apply at once.",
  );
  expect(note).toHaveTextContent("Nothing is changed yet.");
  await retype("Price in dollars", "4.25");
  await retype("Quantity in stock", "50");
  await retype("Description", "Longer.");
  expect(note).toHaveTextContent("Goes back to review: description");
  expect(note).toHaveTextContent("Applies at once: price, stock and unit");
  await press("Save Changes");
  expect(await screen.findByText("Product updated successfully!")).toBeVisible();
  expect(router.state.location.href).toBe("/dashboard/merchant?tab=overview");
  expect(sent).toEqual([
    {
      revision: 1,
      description: "Longer.",
      price: 4.25,
      inventory: { quantity: 50, unit: "pound", lowStockThreshold: 5, seenQuantity: 40 },
    },
  ]);
});

it("edits and resubmits in one action, with the admin's feedback in sight", async () => {
  stored = product({
    approvalStatus: "rejected",
    rejectionReason: "Say where it grows.",
    approvalHistory: [
      { status: "rejected", reviewedAt: "2026-11-20T10:00:00Z", reason: "Say where it grows.", notes: null },
    ],
  });
  await edit();
  expect(screen.getByText("Feedback:").parentElement).toHaveTextContent("Say where it grows.");
  expect(screen.getByText("1 decision so far")).toBeVisible();
  expect(screen.getByRole("note")).toHaveTextContent("Nothing is changed since the rejection.");
  await retype("Description", "From our greenhouse.");
  expect(screen.getByRole("note")).toHaveTextContent("Changed since the rejection: description");
  await press("Save and Resubmit");
  expect(await screen.findByText("Product resubmitted for review!")).toBeVisible();
  expect(sent).toEqual([{ revision: 1, description: "From our greenhouse." }]);
  expect(resubmitted).toBe(1);
});

it("says which of the two steps failed, and resubmits on the next attempt", async () => {
  stored = product({ approvalStatus: "rejected", rejectionReason: "Blurred." });
  server.use(on.put("/products/{id}/resubmit", () => new Response("{}", { status: 500 })));
  await edit();
  await retype("Description", "Sharper.");
  await press("Save and Resubmit");
  expect(await screen.findByRole("alert")).toHaveTextContent("Error resubmitting product");
  server.use(on.put("/products/{id}", () => new Response("{}", { status: 500 })));
  await press("Save and Resubmit");
  await waitFor(() => expect(screen.getByRole("alert")).toHaveTextContent("Error saving product"));
});

it("reorders pictures by buttons, sets the cover, describes pictures and removes one with Undo", async () => {
  await edit();
  expect(order()).toEqual(["a", "b"]);
  await press("Move picture 1 right");
  expect(order()).toEqual(["b", "a"]);
  await waitFor(() => expect(screen.getByRole("button", { name: "Move picture 2 right" })).toHaveFocus());
  await press("Make picture 2 the cover");
  expect(order()).toEqual(["a", "b"]);
  await userEvent.type(screen.getByLabelText(/^What picture 2 shows/), "Cut in half");
  await press("Remove picture 1");
  expect(order()).toEqual(["b"]);
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(order()).toEqual(["a", "b"]);
  await press("Save Changes");
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.images?.map(({ url, alt, isFeatured }) => [url, alt, isFeatured])).toEqual([
    ["a", "San Marzano Tomatoes", true],
    ["b", "Cut in half", false],
  ]);
});

it("asks before leaving with unsaved changes, and restores the draft", async () => {
  const router = await edit();
  await retype("Name", "Roma Tomatoes");
  await userEvent.click(screen.getByRole("tab", { name: "Orders" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Leave" }));
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "orders" }));
  // The orders tab loads its code when opened; the form stays until then.
  await waitFor(() => expect(screen.queryByLabelText("Name")).not.toBeInTheDocument());
  await router.navigate({ to: "/dashboard/merchant", search: { tab: "add", id: "p1" } });
  expect(await screen.findByText(/What you typed before is back/)).toBeVisible();
  expect(screen.getByLabelText("Name")).toHaveValue("Roma Tomatoes");
  await press("Start over");
  expect(screen.getByLabelText("Name")).toHaveValue("San Marzano Tomatoes");
  await press("Cancel");
  await waitFor(() => expect(router.state.location.search).toEqual({ tab: "overview" }));
});

it("previews the product as shoppers see it", async () => {
  await edit();
  await retype("Name", "Roma Tomatoes");
  await press("Preview");
  const dialog = screen.getByRole("dialog", { name: "As the shopper sees it" });
  expect(within(dialog).getAllByText("Roma Tomatoes").length).toBeGreaterThan(0);
  expect(dialog).toHaveTextContent("$3.50");
});

it.each([
  ["another merchant's product", () => product({ _id: "p9", merchant: merchant({ _id: "m2" }) })],
  ["a deleted product", () => refusal(404, "Product not found")],
])("reports %s as missing", async (_, answer) => {
  server.use(on.get("/products/{id}", answer));
  open("/dashboard/merchant?tab=add&id=p9");
  expect(await screen.findByRole("heading", { name: "Product not found" })).toBeVisible();
});

const picture = (url: string) => ({ url, filename: url, alt: "", isFeatured: url === "a" });

it("merges with what another tab has saved, and asks where both changed the pictures", async () => {
  stored = product({ images: ["a", "b"].map(picture) });
  server.use(
    on.put("/products/{id}", async ({ body }) => {
      const changes = await body();
      sent.push(changes);
      if (changes.revision !== stored.revision) return refusal(409, "Changed", { current: stored });
      return revisedProduct("approved");
    }),
  );
  await edit();
  await retype("Price in dollars", "4.25");
  await press("Remove picture 2");
  const { fulfillment } = stored;
  const deliveryOptions = { ...fulfillment.deliveryOptions, deliveryFee: 3 };
  stored = {
    ...stored,
    revision: 3,
    images: ["a", "b", "c"].map(picture),
    fulfillment: { ...fulfillment, deliveryOptions },
  };
  await press("Save Changes");
  const pictures = await screen.findByRole("group", { name: "Pictures" });
  expect(await screen.findByText(/Also changed in another window, and kept: Delivery fee/)).toBeVisible();
  expect(screen.getByLabelText("Delivery fee in dollars")).toHaveValue("3");
  expect(order()).toEqual(["a"]);
  await userEvent.click(within(pictures).getByRole("radio", { name: /Saved elsewhere/ }));
  expect(order()).toEqual(["a", "b", "c"]);
  await press("Save Changes");
  expect(await screen.findByText("Product updated successfully!")).toBeVisible();
  expect(sent.at(-1)).toEqual({ revision: 3, price: 4.25 });
});
