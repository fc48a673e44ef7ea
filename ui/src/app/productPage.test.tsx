import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { Product } from "@/api/types";
import { cartItems, setCartOwner } from "@/lib/cart";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { emptyCart } from "../../tests/cart";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, merchant, order, product } from "../../tests/shop";

mockServer();

const review = {
  _id: "r1",
  id: "r1",
  productId: "p1",
  rating: 4,
  comment: "Sweet and firm.",
  createdAt: "2026-11-10T10:00:00Z",
  customer: { _id: "c9", id: "c9", name: "Ben" },
  reply: { text: "Thank you, Ben!", createdAt: "2026-11-11T10:00:00Z" },
};
const viewed: string[] = [];

beforeEach(() => {
  setCartOwner(null);
  emptyCart();
  viewed.length = 0;
});

/** The product's page, for a customer by default. */
function show(change: Partial<Product> = {}, visitor = false) {
  if (!visitor) storeToken("t");
  server.use(
    on.get("/auth/me", customer),
    on.get("/products/{id}", product(change)),
    on.get("/products/{id}/reviews", { rating: { average: 4, count: 1 }, reviews: [review] }),
    on.get("/products", () => refusal(404, "none")),
    purchases(() => []),
    on.get("/users/favorites", []),
    on.post("/products/{id}/views", ({ params }) => {
      viewed.push(String(params.id));
      return new Response(null, { status: 204 });
    }),
  );
  return open("/products/p1");
}

const title = () => screen.findByRole("heading", { level: 1, name: "San Marzano Tomatoes" });

it("counts a view of the product", async () => {
  show();
  await title();
  await waitFor(() => expect(viewed).toEqual(["p1"]));
});

it.each([
  [[], 0],
  [[{ url: "/demo/tomatoes.webp", alt: "", isFeatured: true, filename: "tomatoes.webp" }], 1],
])("reserves no space for a missing picture: %j", async (images, pictures) => {
  show({ images });
  await title();
  expect(screen.queryAllByRole("img", { name: "San Marzano Tomatoes" })).toHaveLength(pictures);
});

it.each([
  ["approved", true],
  ["pending", false],
] as const)("shows Organic for a certificate that is %s: %s", async (status, shown) => {
  show({ isOrganic: true, organicCertificate: { status } as Product["organicCertificate"], featured: true });
  await title();
  expect(screen.getByText("Locally sourced")).toBeVisible();
  expect(screen.getByText("Featured")).toBeVisible();
  expect(screen.queryAllByText("Organic")).toHaveLength(shown ? 1 : 0);
});

it("adds to the cart, confirms it, and keeps the focus in place", async () => {
  show();
  await title();
  const [button] = screen.getAllByRole("button", { name: "Add to Cart" });
  if (!button) throw new Error("no button");
  await userEvent.click(button);
  expect(button).toHaveTextContent("Added to Cart!");
  expect(screen.getAllByRole("status").map((region) => region.textContent)).toContain("Added to Cart!");
  expect(button).toHaveFocus();
  await waitFor(() => expect(button).toHaveTextContent("In Cart (1)"), { timeout: 4000 });
});

it("does not sell an out-of-stock product", async () => {
  show({ inventory: { quantity: 0, unit: "pound", lowStockThreshold: 5 } });
  await title();
  for (const button of screen.getAllByRole("button", { name: "Out of Stock" })) expect(button).toBeDisabled();
});

it("does not sell merchants their own products", async () => {
  show({ merchant: merchant({ _id: customer._id }) });
  await title();
  const buttons = await screen.findAllByRole("button", { name: "Your own product" });
  for (const button of buttons) await userEvent.click(button);
  expect(cartItems()).toEqual([]);
});

it("shows pickup and delivery by the merchant's own settings", async () => {
  show();
  await title();
  const ways = screen.getByRole("region", { name: "How you get it" });
  expect(within(ways).getByText("Pickup in Salinas, CA")).toBeVisible();
  expect(within(ways).getByText("Same-day delivery if you order by 2 PM")).toBeVisible();
  expect(await within(ways).findByText("2-5 business days · $5.00")).toBeVisible();
});

it("shows reviews with replies, and no form to a customer without a delivery", async () => {
  show();
  expect(await screen.findByText("Sweet and firm.")).toBeVisible();
  expect(screen.getByText("Reply from Meadow Farm")).toBeVisible();
  expect(screen.getByText("Thank you, Ben!")).toBeVisible();
  expect(screen.queryByRole("heading", { name: "Write a review" })).not.toBeInTheDocument();
});

it("lets a customer review a delivered product", async () => {
  const sent: unknown[] = [];
  show();
  server.use(
    purchases(() => [order({ status: "delivered" })]),
    on.post("/products/{id}/reviews", async ({ body }) => {
      sent.push(await body());
      return refusal(503, "Please try again later");
    }),
  );
  expect(await screen.findByRole("heading", { name: "Write a review" })).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Post review" }));
  expect(await screen.findByRole("alert")).toHaveTextContent("Please choose a rating");
  await userEvent.click(screen.getByRole("radio", { name: "5 stars" }));
  await userEvent.type(screen.getByLabelText("Your review"), "Lovely");
  await userEvent.click(screen.getByRole("button", { name: "Post review" }));
  await waitFor(() => expect(sent).toEqual([{ rating: 5, comment: "Lovely" }]));
  expect(await screen.findByText("Please try again later")).toBeVisible();
  expect(screen.getByLabelText("Your review")).toHaveValue("Lovely");
});

it("keeps the message to the seller when sending fails, then confirms it", async () => {
  show();
  let failures = 1;
  server.use(
    on.post("/messages/start", () =>
      failures-- > 0
        ? Response.error()
        : Response.json({ success: true, conversation: { _id: "k1", id: "k1" }, data: {} }, { status: 201 }),
    ),
  );
  await title();
  await userEvent.click(screen.getByRole("button", { name: "Contact Seller" }));
  const dialog = screen.getByRole("dialog", { name: "Contact Meadow Farm" });
  const message = await within(dialog).findByLabelText("Message");
  await userEvent.clear(message);
  await userEvent.type(message, "Are they ripe?");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send Message" }));
  expect(await within(dialog).findByText("Error sending message. Please try again.")).toBeVisible();
  expect(message).toHaveValue("Are they ripe?");
  await userEvent.click(within(dialog).getByRole("button", { name: "Send Message" }));
  const sent = await within(dialog).findByRole("heading", { name: "Message Sent!" });
  expect(sent).toHaveFocus();
  await userEvent.click(within(dialog).getAllByRole("button", { name: "Close" })[0] as HTMLElement);
  await userEvent.click(screen.getByRole("button", { name: "Contact Seller" }));
  expect(await screen.findByLabelText("Message")).toHaveValue(
    "Hi, I have a question about San Marzano Tomatoes.",
  );
});

it("asks a visitor to log in before writing to the seller", async () => {
  show({}, true);
  await title();
  await userEvent.click(screen.getByRole("button", { name: "Contact Seller" }));
  expect(screen.getByRole("alert")).toHaveTextContent("Please log in to contact the seller");
});

it("does not let merchants write to themselves", async () => {
  show();
  server.use(on.get("/auth/me", { ...customer, _id: "m1", id: "m1", role: "merchant" }));
  await title();
  await userEvent.click(screen.getByRole("button", { name: "Contact Seller" }));
  expect(screen.getByRole("alert")).toHaveTextContent("You cannot message yourself");
});

it("reverts a favorite that the server refused", async () => {
  show();
  server.use(on.post("/users/favorites/{productId}", () => refusal(409, "too many")));
  await title();
  const heart = await screen.findByRole("button", { name: "Add San Marzano Tomatoes to favorites" });
  await userEvent.click(heart);
  await waitFor(() => expect(heart).toHaveAttribute("aria-pressed", "false"));
});

it("reports a product that failed to load, with a link to the products", async () => {
  show();
  server.use(on.get("/products/{id}", () => refusal(400, "Bad")));
  expect(await screen.findByRole("heading", { level: 1, name: "Error loading product" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Browse Products" })).toHaveAttribute("href", "/products");
});
