import { LocationChip } from "@/features/location/components/LocationChip";
import { useMedia } from "@/lib/media";
import { SearchForm } from "./SearchForm";
import { NARROW } from "./widths";
import { texts } from "../texts";

/** The place and the search in a row below a narrow header. It scrolls away with the page. */
export function FindBar() {
  const narrow = useMedia(NARROW);
  if (!narrow) return null;
  return (
    <section aria-label={texts.find} className="border-b border-line bg-paper lg:hidden">
      <div className="container-page flex items-center gap-2 py-2">
        <SearchForm className="min-w-0 flex-1" />
        <LocationChip />
      </div>
    </section>
  );
}
