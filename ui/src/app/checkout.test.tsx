import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { http, HttpResponse } from "msw";
import { describe, expect, it } from "vitest";
import { watchSession } from "@/api/session";
import type { User } from "@/api/types";
import { mockCheckout, press, refused, received, toPayment } from "../../tests/checkout";
import { on } from "../../tests/api";
import { open, openWith } from "../../tests/open";
import { at, server } from "../../tests/server";
import { customer, product } from "../../tests/shop";

mockCheckout();

const signedInAs = (user: Partial<User>) =>
  server.use(http.get(at("/auth/me"), () => HttpResponse.json({ ...customer, ...user })));
const button = (name: string | RegExp) => screen.getByRole("button", { name });

describe("the review", () => {
  it("shows the total on its button, and moves the focus to the next step", async () => {
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Review Your Order" })).toBeVisible();
    await userEvent.click(await screen.findByRole("radio", { name: /Store Pickup/ }));
    await press("Proceed to Shipping · $7.56");
    const title = await screen.findByRole("heading", { name: "Your Details" });
    await waitFor(() => expect(title).toHaveFocus());
    expect(screen.getByText("Meadow Farm, Salinas, CA 93901")).toBeVisible();
  });

  it("selects a method that all items allow, and explains why others are unavailable", async () => {
    server.use(
      http.get(at("/products/p1"), () =>
        HttpResponse.json(product({ fulfillment: { ...product().fulfillment, method: "pickup-only" } })),
      ),
    );
    open("/checkout");
    await waitFor(() => expect(screen.getByRole("radio", { name: /Store Pickup/ })).toBeChecked());
    expect(screen.getByRole("radio", { name: /Standard Delivery/ })).toBeDisabled();
    expect(screen.getAllByText("Pickup only: San Marzano Tomatoes")).toHaveLength(2);
    await press("Proceed to Shipping · $7.56");
    expect(await screen.findByRole("heading", { name: "Your Details" })).toBeVisible();
    expect(screen.getByText("Meadow Farm, Salinas, CA 93901")).toBeVisible();
  });

  it("marks a changed price, which the customer can accept in place", async () => {
    server.use(http.get(at("/products/p1"), () => HttpResponse.json(product({ price: 4 }))));
    open("/checkout");
    expect(await screen.findByText(/Some items changed since you added them/)).toBeVisible();
    expect(screen.getByRole("link", { name: "Review your cart" })).toHaveAttribute("href", "/cart");
    expect(screen.getByText("The price changed from $3.50 to $4.00.")).toBeVisible();
    expect(button(/^Proceed to Shipping/)).toBeDisabled();
    await press("Accept new price: San Marzano Tomatoes");
    expect(screen.getByRole("article", { name: "San Marzano Tomatoes" })).toHaveFocus();
    expect(button("Proceed to Shipping · $13.64")).toBeEnabled();
  });

  it("does not report goods as sold out that this customer's payment reserves", async () => {
    server.use(
      http.get(at("/products/p1"), () =>
        HttpResponse.json(
          product({ inventory: { quantity: placedHold ? 0 : 2, unit: "pound", lowStockThreshold: 5 } }),
        ),
      ),
    );
    let placedHold = false;
    const router = open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    placedHold = true;
    await router.navigate({ to: "/checkout", search: {} });
    expect(await screen.findByRole("heading", { name: "Review Your Order" })).toBeVisible();
    expect(screen.queryByText(/Some items changed/)).not.toBeInTheDocument();
  });

  it("reports an empty cart", async () => {
    localStorage.removeItem("cart:c1");
    open("/checkout");
    expect(await screen.findByRole("heading", { name: "Your cart is empty" })).toBeVisible();
    expect(screen.getByText("Add some products to get started")).toBeVisible();
  });
});

describe("shipping", () => {
  it("is prefilled from the account, and keeps a change over a reload", async () => {
    open("/checkout?step=2");
    expect(await screen.findByLabelText("First Name")).toHaveValue("Cora");
    expect(screen.getByLabelText("Last Name")).toHaveValue("Ann Customer");
    expect(screen.getByLabelText("Address")).toHaveValue("2 Market Street");
    expect(screen.getByLabelText("State")).toHaveValue("California (CA)");
    expect(screen.getByRole("radio", { name: /^Home/ })).toBeChecked();
    await userEvent.type(screen.getByLabelText(/^Apartment/), "4C");
    expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toMatchObject({
      addresses: { shipping: { apartment: "4C" } },
    });
  });

  it("lists missing fields in the form's order, takes the focus and links to the fields", async () => {
    signedInAs({ name: "Cora", address: undefined });
    received.book = [];
    open("/checkout?step=2");
    await userEvent.type(await screen.findByLabelText(/^Phone/), "call me");
    await press("Continue to Payment");
    const summary = await screen.findByRole("alert");
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole("link")
        .map((link) => link.textContent),
    ).toEqual([
      "Last Name is required",
      "Please enter a valid phone number",
      "Address is required",
      "Zip Code is required",
      "City is required",
      "State is required",
    ]);
    expect(screen.getByLabelText("City")).toHaveAccessibleDescription("City is required");
    await userEvent.click(within(summary).getByRole("link", { name: "City is required" }));
    expect(screen.getByLabelText("City")).toHaveFocus();
    await userEvent.type(screen.getByLabelText("City"), "Salem");
    expect(within(summary).queryByText("City is required")).not.toBeInTheDocument();
    expect(received.intents).toEqual([]);
  });

  it("fills in the saved address, or clears it for another one", async () => {
    open("/checkout?step=2");
    await userEvent.click(await screen.findByRole("radio", { name: /Another address/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("");
    expect(screen.getByLabelText("First Name")).toHaveValue("Cora");
    await userEvent.click(screen.getByRole("radio", { name: /^Home/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("2 Market Street");
  });

  it("offers the whole address book, with names", async () => {
    open("/checkout?step=2");
    await userEvent.click(await screen.findByRole("radio", { name: /^Work/ }));
    expect(screen.getByLabelText("Address")).toHaveValue("9 Hill Road");
    expect(screen.getByLabelText("First Name")).toHaveValue("Cory");
    expect(screen.getByLabelText("State")).toHaveValue("Vermont (VT)");
    expect(screen.queryByLabelText("Save this address for next time")).not.toBeInTheDocument();
    await toPayment();
    expect(received.savedAddresses).toEqual([]);
  });

  it("fills in city and state from the ZIP, and saves a first address once", async () => {
    signedInAs({ address: undefined });
    received.book = [];
    server.use(
      on.get("/locations/zip/{zip}", {
        zipCode: "05401",
        city: "Burlington",
        state: "VT",
        stateName: "Vermont",
        latitude: 44.5,
        longitude: -73.2,
      }),
    );
    open("/checkout?step=2");
    await userEvent.type(await screen.findByLabelText("Address"), "9 Hill Road");
    await userEvent.type(screen.getByLabelText("ZIP Code"), "05401");
    await waitFor(() => expect(screen.getByLabelText("City")).toHaveValue("Burlington"));
    expect(screen.getByLabelText("State")).toHaveValue("Vermont (VT)");
    expect(screen.getByLabelText("Save this address for next time")).toBeChecked();
    await toPayment();
    await waitFor(() => expect(received.savedAddresses).toHaveLength(1));
    expect(received.savedAddresses[0]).toMatchObject({
      address: "9 Hill Road",
      city: "Burlington",
      state: "VT",
    });
    expect(JSON.parse(sessionStorage.getItem("checkout:c1") ?? "")).toMatchObject({
      addresses: { saveAddress: false },
    });
  });

  it("returns to the same step with the typed values after the session ends", async () => {
    server.use(http.post(at("/payments/create-intent"), () => refused(401, "Please log in"), { once: true }));
    const { router, client } = openWith("/checkout?step=2");
    const stop = watchSession(client, () => void router.invalidate());
    await userEvent.type(await screen.findByLabelText(/^Apartment/), "4C");
    await press("Continue to Payment");
    await waitFor(() => expect(router.state.location.pathname).toBe("/login"));
    server.use(
      http.post(at("/auth/login"), () => HttpResponse.json({ success: true, token: "t2", user: customer })),
    );
    await userEvent.type(await screen.findByLabelText("Email"), customer.email);
    await userEvent.type(screen.getByLabelText("Password"), "Correct#Horse1");
    await userEvent.click(within(screen.getByRole("main")).getByRole("button", { name: "Log in" }));
    expect(await screen.findByRole("heading", { name: "Shipping Information" })).toBeVisible();
    expect(router.state.location.href).toBe("/checkout?step=2");
    expect(screen.getByLabelText(/^Apartment/)).toHaveValue("4C");
    stop();
  });

  it("sends the shipping address as billing address unless they differ", async () => {
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await toPayment();
    expect(received.intents[0]).toMatchObject({
      amount: 12.56,
      currency: "usd",
      items: [{ id: "p1", quantity: 2 }],
      shipping: { deliveryMethod: "standard-delivery", city: "San Francisco" },
      billing: { sameAsShipping: true, firstName: "Cora", address: "2 Market Street", zipCode: "94110" },
    });
  });

  it("asks for a separate billing address", async () => {
    open("/checkout?step=2");
    await userEvent.click(await screen.findByLabelText("Billing address is the same as shipping"));
    await press("Continue to Payment");
    expect(await screen.findByRole("alert")).toHaveTextContent("First Name is required");
    expect(received.intents).toEqual([]);
  });

  it.each(["Only 1 of San Marzano Tomatoes is left", "Prices have changed"])(
    "shows a conflict (%s) with a link to the cart",
    async (message) => {
      server.use(http.post(at("/payments/create-intent"), () => refused(409, message)));
      open("/checkout?step=2");
      await screen.findByLabelText("First Name");
      await press("Continue to Payment");
      const summary = await screen.findByRole("alert");
      expect(summary).toHaveTextContent(message);
      await waitFor(() => expect(summary).toHaveFocus());
      expect(screen.getByRole("link", { name: "Review your cart" })).toHaveAttribute("href", "/cart");
    },
  );

  it("links to the fields that the server refuses", async () => {
    server.use(
      http.post(at("/payments/create-intent"), () =>
        refused(422, "Please enter a valid ZIP code", {
          errors: [{ field: "shipping.zipCode", message: "Please enter a valid ZIP code" }],
        }),
      ),
    );
    open("/checkout?step=2");
    await screen.findByLabelText("First Name");
    await press("Continue to Payment");
    await userEvent.click(await screen.findByRole("link", { name: "Please enter a valid ZIP code" }));
    expect(screen.getByLabelText("ZIP Code")).toHaveFocus();
  });
});
