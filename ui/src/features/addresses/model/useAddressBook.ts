import { useMutation, useQueryClient } from "@tanstack/react-query";
import { saveAddress } from "@/api/addresses";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { SavedAddress } from "@/api/types";
import { toast, withUndo } from "@/ui/toast";
import { changeAddress, removeAddress } from "../api/addresses";
import { texts } from "../texts";
import { entryName, valuesOf } from "./entry";

/** Refetches the address book, and the account, which holds the primary address. */
export function useRefetchAddresses() {
  const client = useQueryClient();
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: keys.addresses.all }),
      client.invalidateQueries({ queryKey: keys.session }),
    ]);
}

/** The actions on an entry. */
export function useAddressActions(onGone: () => void) {
  const changed = useRefetchAddresses();
  const restore = useMutation({
    networkMode: "always",
    mutationFn: (entry: SavedAddress) =>
      saveAddress({ ...valuesOf(entry), country: entry.country, isPrimary: entry.isPrimary }),
    onError: (error) => toast.error(messageOf(error, texts.notRestored)),
    onSettled: changed,
  });
  const remove = useMutation({
    networkMode: "always",
    mutationFn: ({ _id }: SavedAddress) => removeAddress(_id),
    onSuccess: (_, entry) => {
      onGone();
      toast.message(
        texts.removed(entryName(entry)),
        withUndo(texts.undo, () => restore.mutate(entry)),
      );
    },
    onError: (error) => toast.error(messageOf(error, texts.notRemoved)),
    onSettled: changed,
  });
  const makeDefault = useMutation({
    networkMode: "always",
    mutationFn: ({ _id }: SavedAddress) => changeAddress(_id, { isPrimary: true }),
    onSuccess: (_, entry) => {
      onGone();
      toast.success(texts.isDefault(entryName(entry)));
    },
    onError: (error) => toast.error(messageOf(error, texts.notDefault)),
    onSettled: changed,
  });
  return { remove, makeDefault };
}
