// The rules of the sign-up form, in the order in which they are checked.
import type { SignupRequest } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { ZIP_MESSAGE, zipDigits } from "@/lib/zip";

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

const SPECIAL = '!@#$%^&*(),.?":{}|<>';

/** What a password still lacks, in words for a list that is ticked while typing. */
export const PASSWORD_RULES = [
  {
    short: "8 characters",
    message: "Password must be at least 8 characters long",
    met: (p: string) => p.length >= 8,
  },
  {
    short: "an uppercase letter",
    message: "Password must contain at least one uppercase letter",
    met: (p: string) => /[A-Z]/.test(p),
  },
  {
    short: "a lowercase letter",
    message: "Password must contain at least one lowercase letter",
    met: (p: string) => /[a-z]/.test(p),
  },
  {
    short: "a number",
    message: "Password must contain at least one number",
    met: (p: string) => /\d/.test(p),
  },
  {
    short: "a special character",
    message: `Password must contain at least one special character (${SPECIAL})`,
    met: (p: string) => [...p].some((character) => SPECIAL.includes(character)),
  },
] as const;

const MERCHANT_FIELDS = ["businessName", "phone", "businessDescription"] as const;
const blank = (text: string) => text.trim() === "";

/** Messages by field, the first to be shown first. */
export function validateSignup(values: SignupValues): FormErrors {
  const errors: FormErrors = {};
  const broken = PASSWORD_RULES.find((rule) => !rule.met(values.password));
  if (broken) errors.password = broken.message;
  if (values.password !== values.confirmPassword) errors.confirmPassword = "Passwords do not match";
  if (values.role === "") errors.role = "Please select your account type";
  const merchant = values.role === "merchant";
  const missing = MERCHANT_FIELDS.find((field) => blank(values[field]));
  if (merchant && missing) {
    errors[missing] = "Business name, phone number, and business description are required for merchants";
  }
  if (blank(values.name)) errors.name = "Name is required";
  if (!/^\S+@\S+\.\S+$/.test(values.email.trim())) errors.email = "Please enter a valid email address";
  if (merchant) {
    if (blank(values.street)) errors.street = "Street address is required";
    if (zipDigits(values.zipCode) === null)
      errors.zipCode = blank(values.zipCode) ? "ZIP code is required" : ZIP_MESSAGE;
    if (blank(values.city)) errors.city = "City is required";
    if (blank(values.state)) errors.state = "State is required";
  }
  return errors;
}

/** The call's body; a customer's account has no business and no address. */
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
      zipCode: values.zipCode.trim(),
      latitude: values.latitude,
      longitude: values.longitude,
      country: "United States",
    },
  };
}
