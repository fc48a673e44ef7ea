// The personal form: its fields, their rules, and its request.
import type { User } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { isPhone, phoneInvalid } from "@/lib/phone";
import { isZip, zipTexts } from "@/lib/zip";
import type { ProfileChange } from "../api/account";
import { texts } from "../texts";

const words = texts.personal;

export interface PersonalValues {
  name: string;
  email: string;
  /** Required to change the e-mail address. */
  currentPassword: string;
  phone: string;
  address: { street: string; zipCode: string; city: string; state: string; country: string };
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const [UNITED_STATES, CANADA] = words.countries;

export function personalOf({ name, email, phone, address }: User): PersonalValues {
  const { street = "", zipCode = "", city = "", state = "", country = UNITED_STATES } = address ?? {};
  return {
    name,
    email,
    currentPassword: "",
    phone: phone ?? "",
    address: { street, zipCode, city, state, country },
  };
}

export const PERSONAL_LABELS: Record<keyof PersonalValues, string> = {
  name: words.name,
  email: words.email,
  currentPassword: words.currentPassword,
  phone: words.phone,
  address: words.addressTitle,
};

export const changesEmail = (values: Pick<PersonalValues, "email">, user: User): boolean =>
  values.email.trim() !== user.email;

/** Messages by field, in display order. */
export const personalRules =
  (user: User) =>
  (values: PersonalValues): FormErrors => {
    const errors: FormErrors = {};
    const [email, phone] = [values.email.trim(), values.phone.trim()];
    if (!values.name.trim()) errors.name = words.nameMissing;
    if (!email) errors.email = words.emailMissing;
    else if (!EMAIL.test(email)) errors.email = words.emailInvalid;
    if (changesEmail(values, user) && !values.currentPassword) {
      errors.currentPassword = words.currentPasswordMissing;
    }
    if (phone && phone !== user.phone && !isPhone(phone)) errors.phone = phoneInvalid;
    return { ...errors, ...addressErrors(values.address, user.role === "merchant") };
  };

function addressErrors(address: PersonalValues["address"], isMerchant: boolean): FormErrors {
  const errors: FormErrors = {};
  const [street, zip, city, state] = [address.street, address.zipCode, address.city, address.state].map(
    (text) => text.trim(),
  );
  if (isMerchant && !street) errors["address.street"] = words.streetMissing;
  if (isMerchant && !zip) errors["address.zipCode"] = words.zipMissing;
  else if (zip && address.country !== CANADA && !isZip(zip)) errors["address.zipCode"] = zipTexts.invalid;
  if (isMerchant && !city) errors["address.city"] = words.cityMissing;
  if (isMerchant && !state) errors["address.state"] = words.stateMissing;
  return errors;
}

export function toProfile(values: PersonalValues, user: User): ProfileChange {
  const { name, email, phone, address, currentPassword } = values;
  return {
    name: name.trim(),
    email: email.trim(),
    phone: phone.trim(),
    address,
    ...(changesEmail(values, user) && { currentPassword }),
  };
}
