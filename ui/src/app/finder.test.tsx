import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { mockLists } from "../../tests/adminLists";
import { on, refusal } from "../../tests/api";
import { admin } from "../../tests/inbox";
import { open } from "../../tests/open";
import { server } from "../../tests/server";
import { customer, noProducts } from "../../tests/shop";

mockLists();
beforeAll(() =>
  Promise.all([
    import("@/features/finder/components/FinderButton"),
    import("@/features/finder/components/Finder"),
    import("./shell/MobileDrawer"),
  ]),
);
beforeEach(() => server.use(on.get("/admin/views", { views: [] })));

const ADMIN = "/dashboard/admin?tab=users";
const button = () => screen.findByRole("button", { name: "Find anything" });

/** Opens the search by its shortcut and types the text. */
async function find(text: string) {
  await button();
  await userEvent.keyboard("{Control>}k{/Control}");
  const dialog = within(await screen.findByRole("dialog", { name: "Find anything" }));
  const field = dialog.getByRole("combobox", { name: "What to find" });
  await waitFor(() => expect(field).toHaveFocus());
  await userEvent.type(field, text);
  return dialog;
}

it("finds an order by the start of its number, and opens it by keyboard alone", async () => {
  const router = open(ADMIN);
  const dialog = await find("gs-261120");
  const option = await dialog.findByRole("option", { name: /GS-261120-2BBBB-1/ });
  expect(option).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await waitFor(() => expect(router.state.location.pathname).toBe("/orders/o2"));
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

it("finds a person by email, and links to the row of the table", async () => {
  const router = open(ADMIN);
  const dialog = await find(customer.email);
  await userEvent.click(await dialog.findByRole("option", { name: new RegExp(customer.name) }));
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ tab: "users", q: customer.email, user: customer._id }),
  );
});

it("links a number to the event at that position, and a word to a page", async () => {
  const router = open(ADMIN);
  const dialog = await find("42");
  expect(await dialog.findByRole("option", { name: /Event at position 42/ })).toBeVisible();
  await userEvent.clear(dialog.getByRole("combobox"));
  await userEvent.type(dialog.getByRole("combobox"), "event exp");
  await userEvent.click(await dialog.findByRole("option", { name: /Event explorer/ }));
  await waitFor(() => expect(router.state.location.href).toBe("/admin/operations?tab=events"));
});

it("reports no results, and a failed search", async () => {
  open(ADMIN);
  server.use(
    on.get("/admin/orders", () => refusal(500, "Something went wrong")),
    on.get("/admin/products", ({ query }) => ({
      products: [],
      pagination: {
        currentPage: 1,
        totalPages: 0,
        totalProducts: 0,
        hasMore: false,
        nextCursor: query.get("x"),
      },
    })),
  );
  const dialog = await find("zzz");
  expect(await dialog.findByText("The search failed. Please try again.")).toBeVisible();
  server.use(
    on.get("/admin/orders", {
      orders: [],
      pagination: { currentPage: 1, totalPages: 0, totalOrders: 0, hasMore: false },
    }),
  );
  await userEvent.click(dialog.getByRole("button", { name: "Try again" }));
  expect(await dialog.findByText("Nothing found for “zzz”.")).toBeVisible();
});

it("is available to admins alone", async () => {
  server.use(on.get("/auth/me", customer));
  open("/products");
  await screen.findByText(customer.name);
  expect(screen.queryByRole("button", { name: "Find anything" })).not.toBeInTheDocument();
  expect(admin.role).toBe("admin");
});

it("also opens from the menu of a phone", async () => {
  // The menu's links preload their pages.
  server.use(on.get("/products", noProducts));
  open(ADMIN);
  await button();
  await userEvent.click(screen.getByRole("button", { name: "Open menu" }));
  const menu = within(await screen.findByRole("dialog", { name: "Menu" }));
  await userEvent.click(menu.getByRole("button", { name: "Find anything" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Find anything" }));
  await waitFor(() => expect(dialog.getByRole("combobox", { name: "What to find" })).toHaveFocus());
  expect(screen.queryByRole("dialog", { name: "Menu" })).not.toBeInTheDocument();
});
