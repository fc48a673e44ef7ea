import type { SavedAddress } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { ButtonLink } from "@/ui/ButtonLink";
import { Card } from "@/ui/Card";
import { entryName } from "../model/entry";
import { texts } from "../texts";

interface Props {
  entry: SavedAddress;
  busy: boolean;
  onEdit: () => void;
  onRemove: () => void;
  onMakeDefault: () => void;
}

/** An address with its actions. The default one belongs to the account and is edited in the settings. */
export function AddressCard({ entry, busy, onEdit, onRemove, onMakeDefault }: Props) {
  const { firstName, lastName, address, apartment, city, state, zipCode, isPrimary } = entry;
  const name = entryName(entry);
  return (
    <Card className="flex h-full flex-col gap-4">
      <div className="flex-1">
        <h3 className="flex flex-wrap items-center gap-2 text-h3">
          {name} {isPrimary && <Badge tone="leaf">{texts.default}</Badge>}
        </h3>
        <address className="mt-2 wrap-anywhere not-italic">
          {firstName} {lastName}
          <br />
          {[address, apartment].filter(Boolean).join(", ")}
          <br />
          {city}, {state} {zipCode}
        </address>
      </div>
      <div className="flex flex-wrap gap-2">
        {isPrimary ? (
          <ButtonLink to="/settings" size="sm" variant="secondary">
            {texts.editHome}
          </ButtonLink>
        ) : (
          <>
            <Button size="sm" variant="secondary" aria-label={texts.edit(name)} onClick={onEdit}>
              {texts.editShort}
            </Button>
            <Button
              size="sm"
              variant="quiet"
              busy={busy}
              aria-label={texts.makeDefaultOf(name)}
              onClick={onMakeDefault}
            >
              {texts.makeDefault}
            </Button>
            <Button size="sm" variant="danger" busy={busy} aria-label={texts.remove(name)} onClick={onRemove}>
              {texts.removeShort}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}
