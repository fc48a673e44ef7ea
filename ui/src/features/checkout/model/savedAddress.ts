import type { SavedAddress as Entry, User } from "@/api/types";
import { prefilled, type Shipping } from "./address";

/** An address that the customer need not type again. */
export interface SavedAddress {
  id: string;
  name: string;
  fields: Pick<Shipping, "firstName" | "lastName" | "address" | "apartment" | "city" | "state" | "zipCode">;
}

/** The account's own address, named Home; shown until the address book has loaded. */
export function accountAddress(user: User): SavedAddress[] {
  if (!user.address?.street) return [];
  const { firstName, lastName, address, city, state, zipCode } = prefilled(user, null).shipping;
  return [
    {
      id: "home",
      name: "Home",
      fields: { firstName, lastName, address, apartment: "", city, state, zipCode },
    },
  ];
}

/** An entry of the address book in the form's shape. */
export function fromBook({ _id, name, firstName, lastName, ...entry }: Entry): SavedAddress {
  const { address, apartment, city, state, zipCode } = entry;
  return { id: _id, name, fields: { firstName, lastName, address, apartment, city, state, zipCode } };
}

/** The saved address in the form, regardless of apartment and name. */
export const chosenAddress = (
  saved: readonly SavedAddress[],
  form: Pick<Shipping, "address" | "city" | "state" | "zipCode">,
): SavedAddress | undefined =>
  saved.find(({ fields }) =>
    (["address", "city", "state", "zipCode"] as const).every((name) => fields[name] === form[name].trim()),
  );
