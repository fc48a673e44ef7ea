import { useWatch } from "react-hook-form";
import type { AppForm } from "@/ui/form/useAppForm";
import { RadioGroup } from "@/ui/RadioGroup";
import type { AddressForm } from "../model/address";
import { chosenAddress, type SavedAddress } from "../model/savedAddress";
import { texts } from "../texts";

const OTHER_ADDRESS = "other";
const EMPTY_ADDRESS = { address: "", apartment: "", city: "", state: "", zipCode: "" };

interface Props {
  form: AppForm<AddressForm>;
  saved: readonly SavedAddress[];
}

/** Fills the shipping fields with a saved address, or clears them for a new one. */
export function AddressPicker({ form, saved }: Props) {
  const shipping = useWatch({ control: form.control, name: "shipping" });
  if (saved.length === 0) return null;
  return (
    <RadioGroup
      legend={texts.savedAddresses}
      value={chosenAddress(saved, shipping)?.id ?? OTHER_ADDRESS}
      onChange={(id) => {
        const fields = saved.find((address) => address.id === id)?.fields ?? EMPTY_ADDRESS;
        for (const [name, value] of Object.entries(fields)) {
          form.setValue(`shipping.${name as keyof typeof EMPTY_ADDRESS}`, value);
        }
        form.clearErrors("shipping");
      }}
      className="sm:grid-cols-2"
      options={[
        ...saved.map(({ id, name, fields }) => ({
          value: id,
          label: name,
          description: `${fields.address}, ${fields.city}, ${fields.state} ${fields.zipCode}`,
        })),
        { value: OTHER_ADDRESS, label: texts.anotherAddress, description: texts.anotherAddressHint },
      ]}
    />
  );
}
