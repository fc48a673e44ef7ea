import { useQueryClient } from "@tanstack/react-query";
import { placeOfZip } from "@/api/places";
import { clampRadius, placeName, savePlace, type Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

const { list } = texts;

interface Props {
  /** The place in the URL. */
  place: Place;
  saved: Place | null;
  /** Called when the URL must no longer name the place. */
  onLeave: () => void;
}

/** Shown when the URL's place is not the shopper's own: it can be saved or dropped. */
export function LinkedPlace({ place, saved, onLeave }: Props) {
  const client = useQueryClient();
  const name = placeName(place);
  async function keep(): Promise<void> {
    try {
      savePlace(await placeOfZip(client, place.zipCode, clampRadius(place.radius)));
      onLeave();
      void toast.success(list.placeKept(name));
    } catch {
      void toast.error(texts.home.zipUnknown);
    }
  }
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-ui bg-leaf-soft px-4 py-2.5">
      <p className="flex-1 basis-56">{list.linkedPlace(name)}</p>
      <div className="flex flex-wrap gap-2">
        {place.zipCode && (
          <Button variant="secondary" size="sm" onClick={() => void keep()}>
            {list.keepPlace(name)}
          </Button>
        )}
        {saved && (
          <Button variant="quiet" size="sm" onClick={onLeave}>
            {list.ownPlace(placeName(saved))}
          </Button>
        )}
      </div>
    </div>
  );
}
