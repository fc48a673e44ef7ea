import { describe, expect, it } from "vitest";
import type { User } from "@/api/types";
import { billingToSend, fieldLabel, prefilled, validateAddresses, type AddressForm } from "./address";

const user = {
  _id: "u1",
  id: "u1",
  name: "Cora Ann Customer",
  email: "cora@example.com",
  role: "customer",
  address: { street: "2 Market Street", city: "San Francisco", state: "CA", zipCode: "94110" },
} as User;

const filled = (change: Partial<AddressForm["shipping"]> = {}): AddressForm => {
  const form = prefilled(user, null);
  return { ...form, shipping: { ...form.shipping, ...change } };
};

describe("the shipping form", () => {
  it("is prefilled from the account and then complete", () => {
    expect(filled().shipping).toMatchObject({
      firstName: "Cora",
      lastName: "Ann Customer",
      city: "San Francisco",
    });
    expect(validateAddresses(filled())).toEqual({});
  });

  it("names every missing field in the form's order", () => {
    const empty = { firstName: "", lastName: " ", email: "", address: "", city: "", state: "", zipCode: "" };
    expect(Object.values(validateAddresses(filled(empty)))).toEqual([
      "First Name is required",
      "Last Name is required",
      "Email is required",
      "Address is required",
      "Zip Code is required",
      "City is required",
      "State is required",
    ]);
  });

  it.each([
    ["email", "cora@example", "Please enter a valid email address"],
    ["phone", "call me", "Please enter a valid phone number"],
    ["zipCode", "9411", "Please enter a valid ZIP code"],
    ["zipCode", "94110-12", "Please enter a valid ZIP code"],
  ] as const)("refuses %s %s", (field, value, message) => {
    expect(validateAddresses(filled({ [field]: value }))).toEqual({ [`shipping.${field}`]: message });
  });

  it.each(["", "+1 (415) 555-0134", "415 555 0134"])("accepts the phone number %j", (phone) => {
    expect(validateAddresses(filled({ phone }))).toEqual({});
  });

  it("splits camel case into words", () => {
    expect(fieldLabel("zipCode")).toBe("Zip Code");
  });
});

describe("billing", () => {
  it("copies the shipping address while it is the same", () => {
    expect(billingToSend(filled())).toMatchObject({
      sameAsShipping: true,
      address: "2 Market Street",
      zipCode: "94110",
    });
  });

  it("is validated once it differs", () => {
    const form = filled();
    const errors = validateAddresses({ ...form, billing: { ...form.billing, sameAsShipping: false } });
    expect(Object.keys(errors)).toContain("billing.address");
  });
});
