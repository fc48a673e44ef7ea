// The address forms of step 2: their fields and validation rules.
import type { User } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { isPhone, phoneInvalid } from "@/lib/phone";
import type { Place } from "@/lib/place";
import { isZip, zipTexts } from "@/lib/zip";
import { texts } from "../texts";

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
  /** Saves the address in the address book after it was accepted. */
  saveAddress: boolean;
}

/** The validated fields, in display order. */
const SHIPPING_FIELDS = [
  "firstName",
  "lastName",
  "email",
  "phone",
  "address",
  "zipCode",
  "city",
  "state",
] as const;
const BILLING_FIELDS = ["firstName", "lastName", "address", "zipCode", "city", "state"] as const;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** "zipCode" → "Zip Code". */
export function fieldLabel(name: string): string {
  const words = name.replace(/([A-Z])/g, " $1");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Messages by field path, in display order. */
export function validateAddresses({ shipping, billing }: AddressForm): FormErrors {
  const errors: FormErrors = {};
  for (const name of SHIPPING_FIELDS) {
    const problem = validateField(name, shipping[name].trim());
    if (problem) errors[`shipping.${name}`] = problem;
  }
  if (billing.sameAsShipping) return errors;
  for (const name of BILLING_FIELDS) {
    const problem = validateField(name, billing[name].trim());
    if (problem) errors[`billing.${name}`] = problem;
  }
  return errors;
}

function validateField(name: (typeof SHIPPING_FIELDS)[number], value: string): string | null {
  if (value === "") return name === "phone" ? null : texts.required(fieldLabel(name));
  if (name === "email" && !EMAIL.test(value)) return texts.emailInvalid;
  if (name === "phone" && !isPhone(value)) return phoneInvalid;
  if (name === "zipCode" && !isZip(value)) return zipTexts.invalid;
  return null;
}

/** Known values of the customer; without an address, the shopper's place. */
export function prefilled(user: User, place: Place | null): AddressForm {
  const [firstName = "", ...rest] = user.name.trim().split(/\s+/);
  const own = user.address?.street ? user.address : null;
  const { city = "", state = "", zipCode = "" } = own ?? place ?? {};
  return {
    shipping: {
      firstName,
      lastName: rest.join(" "),
      email: user.email,
      phone: user.phone ?? "",
      address: own?.street ?? "",
      apartment: "",
      city,
      state,
      zipCode,
      country: "US",
      deliveryInstructions: "",
    },
    billing: { ...NO_BILLING },
    saveAddress: own === null,
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

/** The billing address to send: a copy of the shipping address when the customer says so. */
export function billingToSend({ shipping, billing }: AddressForm): Billing {
  if (!billing.sameAsShipping) return billing;
  const { firstName, lastName, address, apartment, city, state, zipCode, country } = shipping;
  return { sameAsShipping: true, firstName, lastName, address, apartment, city, state, zipCode, country };
}
