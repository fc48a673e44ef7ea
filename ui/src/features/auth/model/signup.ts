// The rules of the sign-up form, in the order of their checks.
import type { SignupRequest } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { isPhone, phoneInvalid } from "@/lib/phone";
import { zipDigits, zipTexts } from "@/lib/zip";
import { validatePassword } from "@/ui/password/rules";
import { texts } from "../texts";

export interface SignupValues {
  role: "" | "customer" | "merchant";
  name: string;
  email: string;
  password: string;
  confirmPassword: string;
  businessName: string;
  phone: string;
  businessDescription: string;
  street: string;
  zipCode: string;
  city: string;
  state: string;
  latitude?: number;
  longitude?: number;
}

export const EMPTY_SIGNUP: SignupValues = {
  role: "",
  name: "",
  email: "",
  password: "",
  confirmPassword: "",
  businessName: "",
  phone: "",
  businessDescription: "",
  street: "",
  zipCode: "",
  city: "",
  state: "",
};

/** The server's field names of an address. */
export const ADDRESS_NAMES = {
  "address.street": "street",
  "address.zipCode": "zipCode",
  "address.city": "city",
  "address.state": "state",
} as const;

const MERCHANT_FIELDS = ["businessName", "phone", "businessDescription"] as const;
const blank = (text: string) => text.trim() === "";

/** Messages by field, in display order. */
export function validateSignup(values: SignupValues): FormErrors {
  const errors = validatePassword(values);
  if (values.role === "") errors.role = texts.roleMissing;
  const merchant = values.role === "merchant";
  const missing = MERCHANT_FIELDS.find((field) => blank(values[field]));
  if (merchant && missing) errors[missing] = texts.businessDetailsMissing;
  else if (merchant && !isPhone(values.phone)) errors.phone = phoneInvalid;
  if (blank(values.name)) errors.name = texts.nameMissing;
  if (!/^\S+@\S+\.\S+$/.test(values.email.trim())) errors.email = texts.emailInvalid;
  if (merchant) {
    if (blank(values.street)) errors.street = texts.streetMissing;
    if (zipDigits(values.zipCode) === null)
      errors.zipCode = blank(values.zipCode) ? texts.zipMissing : zipTexts.invalid;
    if (blank(values.city)) errors.city = texts.cityMissing;
    if (blank(values.state)) errors.state = texts.stateMissing;
  }
  return errors;
}

/** The request body; a customer has no business and no address. */
export function toRequest(values: SignupValues): SignupRequest {
  const account = {
    name: values.name.trim(),
    email: values.email.trim(),
    password: values.password,
    confirmPassword: values.confirmPassword,
  };
  if (values.role !== "merchant") return { ...account, role: "customer" };
  return {
    ...account,
    role: "merchant",
    phone: values.phone.trim(),
    businessName: values.businessName.trim(),
    businessDescription: values.businessDescription.trim(),
    address: {
      street: values.street.trim(),
      city: values.city.trim(),
      state: values.state.trim().toUpperCase(),
      zipCode: zipDigits(values.zipCode) ?? values.zipCode.trim(),
      latitude: values.latitude,
      longitude: values.longitude,
      country: "United States",
    },
  };
}
