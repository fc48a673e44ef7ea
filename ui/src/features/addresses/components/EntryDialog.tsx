import { saveAddress } from "@/api/addresses";
import { messageOf } from "@/api/error";
import type { SavedAddress } from "@/api/types";
import { useZipFill } from "@/api/useZipFill";
import { NameFields } from "@/ui/address/NameFields";
import { PostalFields } from "@/ui/address/PostalFields";
import { Button } from "@/ui/Button";
import { Dialog } from "@/ui/Dialog";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { toast } from "@/ui/toast";
import { changeAddress } from "../api/addresses";
import {
  ADDRESS_PARTS,
  ENTRY_LABELS,
  entryName,
  entryRules,
  newEntry,
  valuesOf,
  type EntryValues,
} from "../model/entry";
import { useRefetchAddresses } from "../model/useAddressBook";
import { texts } from "../texts";

const words = texts.form;
const FIELD_NAMES = {
  firstName: "firstName",
  lastName: "lastName",
  address: "address",
  apartment: "apartment",
  zipCode: "zipCode",
  city: "city",
  state: "state",
} as const;

const versionOf = (entry: SavedAddress) => ({ revision: entry.revision, values: valuesOf(entry) });

interface Props {
  /** The entry to edit; null for a new one. */
  entry: SavedAddress | null;
  ownName: string;
  onClose: () => void;
}

/** Adds an address to the address book, or edits one. */
export function EntryDialog({ entry, ownName, onClose }: Props) {
  const changed = useRefetchAddresses();
  const form = useAppForm<EntryValues>({
    id: "address",
    rules: entryRules,
    defaults: entry ? valuesOf(entry) : newEntry(ownName),
    edited: entry
      ? {
          now: versionOf(entry),
          versionOf,
          labels: ENTRY_LABELS,
          together: [ADDRESS_PARTS],
        }
      : undefined,
    send: async (values, { revision }) => {
      await (entry ? changeAddress(entry._id, { ...values, revision }) : saveAddress(values));
      await changed();
    },
    sent: () => {
      onClose();
      toast.success(words.saved);
    },
    failed: (error) => messageOf(error, words.failed),
  });
  const fillFromZip = useZipFill(form, FIELD_NAMES);
  return (
    <Dialog
      open
      onClose={onClose}
      title={entry ? words.editTitle(entryName(entry)) : words.addTitle}
      kind="sheet"
    >
      <Form form={form}>
        <FormField form={form} name="name" label={words.name} hint={words.nameHint} required={false}>
          {(control) => <Input {...control} autoComplete="off" />}
        </FormField>
        <NameFields form={form} names={FIELD_NAMES} />
        <PostalFields form={form} names={FIELD_NAMES} onZip={(zip) => void fillFromZip(zip)} required />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            {words.cancel}
          </Button>
          <SubmitButton form={form} busyLabel={words.saving}>
            {words.save}
          </SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
