// The address forms of step 2: their fields and the rules they are judged by.
import type { User } from "@/api/types";
import type { FormErrors } from "@/lib/form";

export interface Shipping {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address: string;
  apartment: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
  deliveryInstructions: string;
}

export interface Billing {
  sameAsShipping: boolean;
  firstName: string;
  lastName: string;
  address: string;
  apartment: string;
  city: string;
  state: string;
  zipCode: string;
  country: string;
}

export interface AddressForm {
  shipping: Shipping;
  billing: Billing;
}

const REQUIRED_SHIPPING = ["firstName", "lastName", "email", "address", "city", "state", "zipCode"] as const;
const REQUIRED_BILLING = ["firstName", "lastName", "address", "city", "state", "zipCode"] as const;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const PHONE = /^\+?[\d\s\-()]+$/;
const ZIP = /^\d{5}(-\d{4})?$/;

/** "zipCode" → "Zip Code". */
export function fieldLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Messages by field path, in the order in which the form shows its fields. */
export function validateAddresses({ shipping, billing }: AddressForm): FormErrors {
  const errors: FormErrors = {};
  for (const name of REQUIRED_SHIPPING) {
    if (shipping[name].trim() === "") errors[`shipping.${name}`] = `${fieldLabel(name)} is required`;
  }
  if (shipping.email.trim() && !EMAIL.test(shipping.email.trim()))
    errors["shipping.email"] = "Please enter a valid email address";
  if (shipping.phone.trim() && !PHONE.test(shipping.phone.trim()))
    errors["shipping.phone"] = "Please enter a valid phone number";
  if (shipping.zipCode.trim() && !ZIP.test(shipping.zipCode.trim()))
    errors["shipping.zipCode"] = "Please enter a valid ZIP code";
  if (billing.sameAsShipping) return errors;
  for (const name of REQUIRED_BILLING) {
    if (billing[name].trim() === "") errors[`billing.${name}`] = `${fieldLabel(name)} is required`;
  }
  if (billing.zipCode.trim() && !ZIP.test(billing.zipCode.trim()))
    errors["billing.zipCode"] = "Please enter a valid ZIP code";
  return errors;
}

/** What is known of the customer already. */
export function prefilled(user: User): AddressForm {
  const [firstName = "", ...rest] = user.name.trim().split(/\s+/);
  const { street = "", city = "", state = "", zipCode = "" } = user.address ?? {};
  return {
    shipping: {
      firstName,
      lastName: rest.join(" "),
      email: user.email,
      phone: user.phone ?? "",
      address: street,
      apartment: "",
      city,
      state,
      zipCode,
      country: "US",
      deliveryInstructions: "",
    },
    billing: { ...NO_BILLING },
  };
}

const NO_BILLING: Billing = {
  sameAsShipping: true,
  firstName: "",
  lastName: "",
  address: "",
  apartment: "",
  city: "",
  state: "",
  zipCode: "",
  country: "US",
};

/** Billing as it is sent: a copy of the shipping address when the customer says so. */
export function billingToSend({ shipping, billing }: AddressForm): Billing {
  if (!billing.sameAsShipping) return billing;
  const { firstName, lastName, address, apartment, city, state, zipCode, country } = shipping;
  return { sameAsShipping: true, firstName, lastName, address, apartment, city, state, zipCode, country };
}
