// An entry of the address book: its fields and their rules.
import type { SavedAddress } from "@/api/types";
import type { FormErrors } from "@/lib/form";
import { isZip, zipTexts } from "@/lib/zip";
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

/** Required fields, by label. */
const REQUIRED_FIELDS = [
  ["firstName", "First Name"],
  ["lastName", "Last Name"],
  ["address", "Address"],
  ["zipCode", "ZIP Code"],
  ["city", "City"],
  ["state", "State"],
] as const;

export function entryRules(values: EntryValues): FormErrors {
  const errors: FormErrors = {};
  for (const [name, label] of REQUIRED_FIELDS) {
    const value = values[name].trim();
    if (!value) errors[name] = words.required(label);
    else if (name === "zipCode" && !isZip(value)) errors.zipCode = zipTexts.invalid;
  }
  return errors;
}

/** A new entry, in its owner's name by default. */
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

/** The parts of the address itself are one value: a street with another city would be wrong. */
export const ADDRESS_PARTS = ["address", "apartment", "zipCode", "city", "state"] as const;

export const ENTRY_LABELS: Record<keyof EntryValues, string> = {
  name: words.name,
  firstName: "First Name",
  lastName: "Last Name",
  address: "Address",
  apartment: "Address",
  zipCode: "Address",
  city: "Address",
  state: "Address",
};

/** An entry's values in the form and in the request. */
export function valuesOf(entry: SavedAddress): EntryValues {
  const { name, firstName, lastName, address, apartment, zipCode, city, state } = entry;
  return { name, firstName, lastName, address, apartment, zipCode, city, state };
}

/** The label of an entry; its address if it has no name. */
export const entryName = ({ name, address }: SavedAddress): string => name || address;
