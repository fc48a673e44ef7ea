import { useQuery } from "@tanstack/react-query";
import { MapPin, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { addressesQuery } from "@/api/addresses";
import { useUser } from "@/api/session";
import type { SavedAddress } from "@/api/types";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { useAddressActions } from "../model/useAddressBook";
import { texts } from "../texts";
import { AddressCard } from "./AddressCard";
import { EntryDialog } from "./EntryDialog";

/** The address book: the default address first. */
export function Addresses() {
  const user = useUser();
  const query = useQuery(addressesQuery);
  const title = useRef<HTMLHeadingElement>(null);
  /** The entry in the dialog; null: a new one; undefined: no dialog. */
  const [edited, setEdited] = useState<SavedAddress | null | undefined>(undefined);
  const { remove, makeDefault } = useAddressActions(() => title.current?.focus());
  const busy = remove.isPending || makeDefault.isPending;
  const add = (
    <Button onClick={() => setEdited(null)}>
      <Plus aria-hidden className="size-5" /> {texts.add}
    </Button>
  );
  return (
    <>
      <h2 ref={title} tabIndex={-1} className="sr-only">
        {texts.title}
      </h2>
      <QueryView
        query={query}
        pending={<Skeleton className="h-48" />}
        failed={{ title: texts.none, hint: texts.failed }}
        empty={
          <EmptyState
            title={texts.none}
            hint={texts.noneHint}
            icon={<MapPin aria-hidden className="size-10" />}
            action={add}
          />
        }
      >
        {(entries) => (
          <>
            <ul aria-label={texts.list} className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {entries.map((entry) => (
                <li key={entry._id}>
                  <AddressCard
                    entry={entry}
                    busy={busy}
                    onEdit={() => setEdited(entry)}
                    onRemove={() => remove.mutate(entry)}
                    onMakeDefault={() => makeDefault.mutate(entry)}
                  />
                </li>
              ))}
            </ul>
            <div className="mt-6 flex flex-wrap items-center gap-x-4 gap-y-3">
              {add}
              <p className="text-muted">{texts.more}</p>
            </div>
          </>
        )}
      </QueryView>
      {edited !== undefined && (
        <EntryDialog entry={edited} ownName={user?.name ?? ""} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
