import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { lists, mockLists } from "../../tests/adminLists";
import { on, refusal } from "../../tests/api";
import { open } from "../../tests/open";
import { server } from "../../tests/server";

mockLists();

const PRODUCTS = "/dashboard/admin?tab=products";
const table = async () => within(await screen.findByRole("table", { name: "Products" }));
const row = async (name: RegExp) => within((await table()).getByRole("row", { name }));
const dialog = (name: string) => within(screen.getByRole("alertdialog", { name }));
const broken = () => new Response("{}", { status: 500 });
const openDetail = async (id: string, name: string) => {
  open(`${PRODUCTS}&product=${id}`);
  return within(await screen.findByRole("dialog", { name }));
};

it("shows every product with its state, and 50 characters of a rejection's reason", async () => {
  open(PRODUCTS);
  expect((await row(/Leeks/)).getByText("Deactivated")).toBeVisible();
  expect((await row(/Leeks/)).getByText("Featured")).toBeVisible();
  const chard = await row(/Chard/);
  expect(chard.getByText("The picture is blurred, and the description speaks…")).toBeVisible();
  await userEvent.click(chard.getByRole("link", { name: "Chard" }));
  const detail = within(await screen.findByRole("dialog", { name: "Chard" }));
  expect(detail.getByText("The picture is blurred, and the description speaks of beets.")).toBeVisible();
});

it("keeps search and filters in the URL", async () => {
  const router = open(PRODUCTS);
  await table();
  await userEvent.selectOptions(screen.getByLabelText("Category"), "Produce");
  await userEvent.selectOptions(screen.getByLabelText("Status"), "Resubmitted");
  await userEvent.selectOptions(screen.getByLabelText("Organic"), "Organic only");
  await userEvent.type(screen.getByLabelText("Search products"), "kale");
  await waitFor(() =>
    expect(lists.asked.at(-1)).toBe(
      "page=1&search=kale&category=produce&status=resubmitted&isOrganic=true&limit=20",
    ),
  );
  expect(router.state.location.href).toBe(
    `${PRODUCTS}&category=produce&status=resubmitted&organic=true&q=kale`,
  );
});

it("deactivates many products, and names the one that failed", async () => {
  const bodies: unknown[] = [];
  server.use(
    on.post("/admin/products/bulk", async ({ body }) => {
      bodies.push(await body());
      return {
        success: false,
        message: "Some actions failed. Please try again.",
        results: [
          { id: "p1", success: true },
          { id: "p2", success: true },
          { id: "p3", success: false, message: "Product not found" },
        ],
      };
    }),
  );
  open(PRODUCTS);
  await userEvent.click(await screen.findByRole("button", { name: "Activate" }));
  expect(screen.getByText("Please select items first")).toBeVisible();
  await userEvent.click((await table()).getByRole("checkbox", { name: "Select all on this page" }));
  await userEvent.click(screen.getByRole("button", { name: "Deactivate" }));
  const ask = dialog("Deactivate 3 products?");
  expect(ask.getByText(/no longer find or buy them/)).toBeVisible();
  await userEvent.click(ask.getByRole("button", { name: "Deactivate" }));
  const failures = (await screen.findByText("Some actions failed. Please try again.")).closest(
    "[role=alert]",
  );
  expect(failures).toHaveTextContent("2 of 3 went through.");
  expect(failures).toHaveTextContent("Chard: Product not found");
  expect(bodies).toEqual([{ action: "deactivate", ids: ["p1", "p2", "p3"] }]);
});

it("shows all details of a product, with links", async () => {
  lists.products = lists.products.map((one) =>
    one._id === "p1" ? { ...one, approvalStatus: "resubmitted", revision: 3 } : one,
  );
  const detail = await openDetail("p1", "San Marzano Tomatoes");
  expect(detail.getByText("Version").parentElement).toHaveTextContent("3");
  expect(detail.getByText("Produce · Vegetables")).toBeVisible();
  expect(detail.getByRole("link", { name: "Review in the inbox" })).toHaveAttribute(
    "href",
    "/dashboard/admin?review=product%3Ap1",
  );
  expect(detail.getByRole("link", { name: "History" })).toHaveAttribute("href", "/admin/audit?subject=p1");
});

it("features a product from its row's menu, and undoes it", async () => {
  const sent: unknown[] = [];
  server.use(
    on.put("/admin/products/{id}/featured", async ({ params, body }) => {
      sent.push([params.id, await body()]);
      return Response.json({ success: true });
    }),
  );
  open(PRODUCTS);
  const name = "More actions for San Marzano Tomatoes";
  await userEvent.click((await table()).getByRole("button", { name }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Feature on the home page" }));
  const ask = dialog("Feature San Marzano Tomatoes?");
  await userEvent.click(ask.getByRole("button", { name: "Feature on the home page" }));
  expect(await screen.findByText("San Marzano Tomatoes is featured")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Undo" }));
  await waitFor(() =>
    expect(sent).toEqual([
      ["p1", { featured: true }],
      ["p1", { featured: false }],
    ]),
  );
});

it.each([
  ["p1", "San Marzano Tomatoes", "Deactivate", "Failed to deactivate product"],
  ["p2", "Leeks", "Activate", "Failed to reactivate product"],
  ["p1", "San Marzano Tomatoes", "Delete", "Failed to delete product"],
])("reports that %s, %s, failed to %s", async (id, name, button, failed) => {
  server.use(on.put("/admin/products/{id}/toggle-status", broken), on.delete("/admin/products/{id}", broken));
  const detail = await openDetail(id, name);
  await userEvent.click(detail.getByRole("button", { name: button }));
  const ask = dialog(`${button} ${name}?`);
  await userEvent.click(ask.getByRole("button", { name: button }));
  expect(await ask.findByText(failed)).toBeVisible();
});

it("deletes a product after a confirmation, with a reason for the audit", async () => {
  const sent: unknown[] = [];
  server.use(
    on.delete("/admin/products/{id}", async ({ params, body }) => {
      sent.push([params.id, await body()]);
      return Response.json({ success: true });
    }),
  );
  const detail = await openDetail("p2", "Leeks");
  await userEvent.click(detail.getByRole("button", { name: "Delete" }));
  const ask = dialog("Delete Leeks?");
  await userEvent.type(ask.getByLabelText(/^Reason/), "Recalled");
  await userEvent.click(ask.getByRole("button", { name: "Delete" }));
  expect(await screen.findByText("Leeks was deleted")).toBeVisible();
  expect(sent).toEqual([["p2", { reason: "Recalled" }]]);
  await waitFor(() => expect(screen.queryByRole("dialog")).not.toBeInTheDocument());
});

it("shows a loading error for the products, and retries", async () => {
  let isDown = true;
  const pagination = { currentPage: 1, totalPages: 0, totalProducts: 0, hasMore: false, nextCursor: null };
  server.use(
    on.get("/admin/products", () => (isDown ? refusal(503, "Not now") : { products: [], pagination })),
  );
  open(PRODUCTS);
  expect(await screen.findByRole("heading", { name: "The products could not be loaded" })).toBeVisible();
  isDown = false;
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("heading", { name: "No products found" })).toBeVisible();
});
