import { useZipFill } from "@/api/useZipFill";
import { ALL_US_STATES } from "@/lib/states";
import { NameFields } from "@/ui/address/NameFields";
import { PostalFields } from "@/ui/address/PostalFields";
import type { ComboboxOption } from "@/ui/comboboxProps";
import type { AppForm } from "@/ui/form/useAppForm";
import type { AddressForm } from "../model/address";

interface Props {
  form: AppForm<AddressForm>;
  section: "shipping" | "billing";
  states?: readonly ComboboxOption[];
  /** Includes the name, which the shipping form has in its contact fields. */
  withName?: boolean;
}

const namesOf = <S extends Props["section"]>(section: S) =>
  ({
    firstName: `${section}.firstName`,
    lastName: `${section}.lastName`,
    address: `${section}.address`,
    apartment: `${section}.apartment`,
    zipCode: `${section}.zipCode`,
    city: `${section}.city`,
    state: `${section}.state`,
  }) as const;

/** The fields of a US address, for shipping and for billing. */
export function AddressFields({ form, section, states = ALL_US_STATES, withName }: Props) {
  const names = namesOf(section);
  const fillFromZip = useZipFill(form, names);
  return (
    <>
      {withName && <NameFields form={form} names={names} section={section} />}
      <PostalFields
        form={form}
        names={names}
        onZip={(zip) => void fillFromZip(zip)}
        states={states}
        required
        section={section}
      />
    </>
  );
}
