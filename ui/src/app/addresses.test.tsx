import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { storeToken } from "@/api/token";
import type { SavedAddress } from "@/api/types";
import { on, refusal } from "../../tests/api";
import { purchases } from "../../tests/lists";
import { open } from "../../tests/open";
import { mockServer, server } from "../../tests/server";
import { customer, order } from "../../tests/shop";

mockServer();
beforeAll(() =>
  Promise.all([
    import("./dashboards/CustomerDashboardPage"),
    import("@/features/addresses/components/Addresses"),
  ]),
);

const home: SavedAddress = {
  _id: "a1",
  id: "a1",
  revision: 1,
  name: "Home",
  firstName: "Cora",
  lastName: "Customer",
  address: "2 Market Street",
  apartment: "",
  city: "San Francisco",
  state: "CA",
  zipCode: "94110",
  country: "United States",
  isPrimary: true,
};
const work = { ...home, _id: "a2", id: "a2", name: "Work", address: "9 Hill Road", isPrimary: false };

let book: SavedAddress[];
let sent: object[];

beforeEach(() => {
  storeToken("t");
  book = [home, work];
  sent = [];
  server.use(
    on.get("/auth/me", { ...customer, emailVerified: true }),
    purchases(() => [order()]),
    on.get("/users/addresses", () => ({ addresses: book })),
    on.post("/users/addresses", async ({ body }) => {
      const entry = await body();
      sent.push(entry);
      book = [...book, { ...work, ...entry, _id: "a3", id: "a3" }];
      return { success: true, address: work };
    }),
    on.put("/users/addresses/{id}", async ({ body, params }) => {
      const change = await body();
      sent.push({ id: params.id, ...change });
      book = book.map((one) => (one._id === params.id ? { ...one, ...change } : one));
      return { success: true, address: work };
    }),
    on.delete("/users/addresses/{id}", ({ params }) => {
      book = book.filter(({ _id }) => _id !== params.id);
      return { success: true };
    }),
  );
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const names = async () =>
  within(await screen.findByRole("list", { name: "Your addresses" }))
    .getAllByRole("heading")
    .map(({ textContent }) => textContent?.trim());

it("shows the account's default address first", async () => {
  open("/dashboard/customer?tab=addresses");
  expect(await names()).toEqual(["Home Default", "Work"]);
  expect(screen.getByRole("link", { name: "Edit in settings" })).toHaveAttribute("href", "/settings");
});

it("adds an address, with city and state from its ZIP", async () => {
  server.use(
    on.get("/locations/zip/{zip}", {
      zipCode: "97201",
      city: "Portland",
      state: "OR",
      stateName: "Oregon",
      latitude: 45.5,
      longitude: -122.7,
    }),
  );
  open("/dashboard/customer?tab=addresses");
  await press("Add Address");
  await press("Save address");
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getAllByRole("link").map(({ textContent }) => textContent)).toEqual([
    "Address is required",
    "ZIP Code is required",
    "City is required",
    "State is required",
  ]);
  await userEvent.type(dialog.getByLabelText(/^Name of this address/), "Mom");
  await userEvent.type(dialog.getByLabelText("Address"), "5 Oak Lane");
  await userEvent.type(dialog.getByLabelText("ZIP Code"), "97201");
  await waitFor(() => expect(dialog.getByLabelText("City")).toHaveValue("Portland"));
  await press("Save address");
  expect(await screen.findByText("Address saved")).toBeVisible();
  expect(await names()).toEqual(["Home Default", "Work", "Mom"]);
  expect(sent).toEqual([
    {
      name: "Mom",
      firstName: "Cora",
      lastName: "Ann Customer",
      address: "5 Oak Lane",
      apartment: "",
      zipCode: "97201",
      city: "Portland",
      state: "OR",
    },
  ]);
});

it("changes an address and makes it the default", async () => {
  open("/dashboard/customer?tab=addresses");
  await press("Edit Work");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit Work" }));
  await userEvent.clear(dialog.getByLabelText("Address"));
  await userEvent.type(dialog.getByLabelText("Address"), "10 Hill Road");
  await press("Save address");
  expect(await screen.findByText(/10 Hill Road/)).toBeVisible();
  await press("Make Work the default");
  expect(await screen.findByText("Work is your default address now")).toBeVisible();
  expect(sent.at(-1)).toEqual({ id: "a2", isPrimary: true });
});

it("deletes an address and restores it, and explains a failed deletion", async () => {
  open("/dashboard/customer?tab=addresses");
  await press("Delete Work");
  await waitFor(async () => expect(await names()).toEqual(["Home Default"]));
  await press("Undo");
  await waitFor(async () => expect(await names()).toEqual(["Home Default", "Work"]));
  expect(sent[0]).toMatchObject({ name: "Work", address: "9 Hill Road", isPrimary: false });
  server.use(on.delete("/users/addresses/{id}", () => refusal(404, "Address not found")));
  await press("Delete Work");
  expect(await screen.findByText("Address not found")).toBeVisible();
});

it("keeps the name that another tab has given an address", async () => {
  open("/dashboard/customer?tab=addresses");
  await press("Edit Work");
  const other = { ...work, name: "Office", revision: 2 };
  server.use(
    on.put("/users/addresses/{id}", async ({ body }) => {
      const change = await body();
      sent.push(change);
      if (change.revision === 2) return { success: true, address: work };
      return refusal(409, "Changed", { current: other });
    }),
  );
  await userEvent.type(await screen.findByLabelText(/^Apartment/), "4b");
  await press("Save address");
  expect(await screen.findByText("Address saved")).toBeVisible();
  expect(sent.at(-1)).toMatchObject({ name: "Office", apartment: "4b", revision: 2 });
});
