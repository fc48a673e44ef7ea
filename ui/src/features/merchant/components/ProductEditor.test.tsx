import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { expect, it, vi } from "vitest";
import { ToastHost } from "@/ui/ToastHost";
import { renderRouted } from "../../../../tests/open";
import { at, mockServer, server } from "../../../../tests/server";
import { product } from "../../../../tests/shop";
import { ProductEditor } from "./ProductEditor";

mockServer();

const preview = { card: () => null, page: () => null };

async function show() {
  const onDone = vi.fn<() => void>();
  renderRouted(
    <>
      <ProductEditor preview={preview} onDone={onDone} />
      <ToastHost />
    </>,
  );
  await screen.findByLabelText("Name");
  return onDone;
}

async function fill() {
  const { type, selectOptions } = userEvent;
  await type(screen.getByLabelText("Name"), "Kale");
  await type(screen.getByLabelText("Description"), "Dark and crinkled.");
  await selectOptions(screen.getByLabelText("Category"), "produce");
  await type(screen.getByLabelText("Subcategory"), "Vegetables");
  await type(screen.getByLabelText("Price in dollars"), "3.50");
  await selectOptions(screen.getByLabelText("Unit"), "bunch");
  await type(screen.getByLabelText("Quantity in stock"), "12");
  await type(screen.getByLabelText(/^Tags/), "green, , winter ");
}
const save = () => userEvent.click(screen.getByRole("button", { name: "Add Product" }));

it("lists missing fields in the form's order, with links to them", async () => {
  await show();
  await userEvent.click(screen.getByRole("radio", { name: "Pickup and delivery" }));
  await userEvent.clear(screen.getByLabelText("Delivery radius in miles"));
  await userEvent.type(screen.getByLabelText("Delivery radius in miles"), "51");
  await save();
  const summary = await screen.findByRole("alert");
  await waitFor(() => expect(summary).toHaveFocus());
  expect(
    within(summary)
      .getAllByRole("link")
      .map((link) => link.textContent),
  ).toEqual([
    "Please enter a name",
    "Please enter a description",
    "Please choose a category",
    "Please enter a subcategory",
    "Please enter a price such as 3.50",
    "Please enter a whole number, 0 or more",
    "Please enter 1 to 50 miles",
  ]);
  await userEvent.click(within(summary).getByRole("link", { name: "Please choose a category" }));
  expect(screen.getByLabelText("Category")).toHaveFocus();
  expect(screen.getByLabelText("Name")).toHaveAccessibleDescription("Please enter a name");
});

const valuesOf = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole<HTMLOptionElement>("option")
    .map(({ value }) => value)
    .filter(Boolean);

it("offers every category, unit, delivery method and pickup time", async () => {
  await show();
  await userEvent.click(screen.getByRole("radio", { name: "Pickup and delivery" }));
  expect(valuesOf("Category").join(" ")).toBe(
    "produce dairy meat seafood bakery beverages prepared-foods snacks condiments spices health beauty home crafts flowers other",
  );
  expect(valuesOf("Unit").join(" ")).toBe(
    "piece pound ounce gram kilogram liter gallon quart pint bunch dozen package",
  );
  expect(valuesOf("Estimated time")).toEqual(["1-2 hours", "same-day", "next-day", "2-3 days", "weekly"]);
  expect(screen.getAllByRole<HTMLInputElement>("radio").map(({ value }) => value)).toEqual([
    "pickup-only",
    "delivery-only",
    "both",
  ]);
});

it("lists the product and returns to the products", async () => {
  let sent: unknown;
  server.use(
    http.post(at("/products"), async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ success: true, product: product() }, { status: 201 });
    }),
  );
  const onDone = await show();
  await fill();
  await save();
  expect(await screen.findByText("Product created successfully!")).toBeVisible();
  expect(onDone).toHaveBeenCalledOnce();
  expect(sent).toMatchObject({
    name: "Kale",
    price: 3.5,
    category: "produce",
    inventory: { quantity: 12, unit: "bunch", lowStockThreshold: 5 },
    tags: ["green", "winter"],
    fulfillment: { method: "pickup-only" },
  });
});

it.each([
  [
    { success: false, message: "A product of this name is there already" },
    "A product of this name is there already",
  ],
  [{}, "Error saving product"],
])("keeps the typed values when saving fails: %j", async (problem, text) => {
  server.use(http.post(at("/products"), () => HttpResponse.json(problem, { status: 422 })));
  const onDone = await show();
  await fill();
  await save();
  const summary = await screen.findByRole("alert");
  expect(summary).toHaveTextContent(text);
  await waitFor(() => expect(summary).toHaveFocus());
  expect(screen.getByLabelText("Name")).toHaveValue("Kale");
  expect(onDone).not.toHaveBeenCalled();
});
