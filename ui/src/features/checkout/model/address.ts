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

/** The fields that are judged, in the order in which the form shows them. */
const SHIPPING_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "address",
  "city",
  "state",
  "zipCode",
] as const;
const BILLING_FIELDS = ["firstName", "lastName", "address", "city", "state", "zipCode"] as const;
const FORM_ORDER = [
  ...SHIPPING_FIELDS.map((name) => `shipping.${name}`),
  ...BILLING_FIELDS.map((name) => `billing.${name}`),
];

/** Sorts the paths of judged fields as the form shows them. */
export const byFormOrder = (one: string, other: string): number =>
  FORM_ORDER.indexOf(one) - FORM_ORDER.indexOf(other);

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
  for (const name of SHIPPING_FIELDS) {
    const problem = judge(name, shipping[name].trim());
    if (problem) errors[`shipping.${name}`] = problem;
  }
  if (billing.sameAsShipping) return errors;
  for (const name of BILLING_FIELDS) {
    const problem = judge(name, billing[name].trim());
    if (problem) errors[`billing.${name}`] = problem;
  }
  return errors;
}

function judge(name: (typeof SHIPPING_FIELDS)[number], value: string): string | null {
  if (value === "") return name === "phone" ? null : `${fieldLabel(name)} is required`;
  if (name === "email" && !EMAIL.test(value)) return "Please enter a valid email address";
  if (name === "phone" && !PHONE.test(value)) return "Please enter a valid phone number";
  if (name === "zipCode" && !ZIP.test(value)) return "Please enter a valid ZIP code";
  return null;
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
