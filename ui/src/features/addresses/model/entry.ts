// An entry of the address book: its fields and their rules.
import type { SavedAddress } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { texts } from "../texts";

const words = texts.form;

export interface EntryValues {
  name: string;
  firstName: string;
  lastName: string;
  address: string;
  apartment: string;
  zipCode: string;
  city: string;
  state: string;
}

const ZIP = /^\d{5}(-\d{4})?$/;

/** What must be there, by the label of its field. */
const REQUIRED = [
  ["firstName", "First Name"],
  ["lastName", "Last Name"],
  ["address", "Address"],
  ["zipCode", "ZIP Code"],
  ["city", "City"],
  ["state", "State"],
] as const;

export function entryRules(values: EntryValues): FormErrors {
  const errors: FormErrors = {};
  for (const [name, label] of REQUIRED) {
    const value = values[name].trim();
    if (!value) errors[name] = words.required(label);
    else if (name === "zipCode" && !ZIP.test(value)) errors.zipCode = words.zipInvalid;
  }
  return errors;
}

/** A new entry belongs to its owner until somebody else is named. */
export function newEntry(ownName: string): EntryValues {
  const [firstName = "", ...rest] = ownName.trim().split(/\s+/);
  return {
    name: "",
    firstName,
    lastName: rest.join(" "),
    address: "",
    apartment: "",
    zipCode: "",
    city: "",
    state: "",
  };
}

/** An entry as the form takes it, and as it is sent again. */
export function valuesOf(entry: SavedAddress): EntryValues {
  const { name, firstName, lastName, address, apartment, zipCode, city, state } = entry;
  return { name, firstName, lastName, address, apartment, zipCode, city, state };
}

/** What an entry without a name goes by. */
export const entryName = ({ name, address }: SavedAddress): string => name || address;
