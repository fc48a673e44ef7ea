import { MapPin } from "lucide-react";
import { openLocationDialog } from "@/lib/locationDialog";
import { placeName, usePlace } from "@/lib/place";
import { chipTexts } from "../chipTexts";

/** The shopper's place; opens the dialog. On a phone it shows the place alone. */
export function LocationChip() {
  const place = usePlace();
  const name = place && placeName(place);
  return (
    <button
      type="button"
      name="place"
      aria-haspopup="dialog"
      aria-label={place && name ? chipTexts.near(name, place.radius) : chipTexts.unset}
      className="inline-flex min-h-11 max-w-full shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm font-semibold whitespace-nowrap hover:bg-sunken"
      onClick={() => openLocationDialog()}
    >
      <MapPin aria-hidden className="size-4 shrink-0 text-leaf" />
      <span className="sm:hidden">{name ?? chipTexts.unsetShort}</span>
      <span className="max-sm:hidden">
        {place && name ? chipTexts.near(name, place.radius) : chipTexts.unset}
      </span>
    </button>
  );
}
