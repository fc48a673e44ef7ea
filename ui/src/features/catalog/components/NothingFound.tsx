import { useQuery } from "@tanstack/react-query";
import { Sprout } from "lucide-react";
import type { ProductList } from "@/api/types";
import { openLocationDialog } from "@/lib/locationDialog";
import { MAX_SEARCH_RADIUS, type Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { nearestQuery } from "../api/nearest";
import { DISTANCES, type ProductSearch } from "../model/productSearch";
import { texts } from "../texts";
import { NearbyProducts } from "./NearbyProducts";

const { list } = texts;

interface Props {
  search: ProductSearch;
  place: Place | null;
  message: ProductList["locationInfo"]["message"];
  narrowed: boolean;
  onNarrow: (change: Partial<ProductSearch>) => void;
  onClear: () => void;
}

/** An empty list: the reason, the distance of the nearest match, and products nearby. */
export function NothingFound({ search, place, message, narrowed, onNarrow, onClear }: Props) {
  const nearest = useNearest(search, place);
  const wider = DISTANCES.find((miles) => nearest?.miles && miles >= nearest.miles);
  return (
    <>
      <EmptyState
        title={message ? list.noMerchants : list.empty}
        hint={
          <span role="status">
            {nearest?.text ?? message ?? (narrowed ? list.emptyNarrowed : list.emptyHint)}
          </span>
        }
        icon={<Sprout aria-hidden className="size-10" />}
        action={
          <>
            {nearest && (
              <Button onClick={() => onNarrow({ distance: wider ?? "any" })}>
                {wider ? list.widenTo(wider) : list.showAnywhere(nearest.total)}
              </Button>
            )}
            {message && (
              <Button variant="secondary" onClick={() => openLocationDialog()}>
                {list.differentLocation}
              </Button>
            )}
            {narrowed && (
              <Button variant="secondary" onClick={onClear}>
                {list.clearAllFilters}
              </Button>
            )}
          </>
        }
      />
      {place && narrowed && <NearbyProducts place={place} />}
    </>
  );
}

/** Says how far the nearest match is, or that there is none; null without a place, and while loading. */
function useNearest(search: ProductSearch, place: Place | null) {
  const { data } = useQuery({
    ...nearestQuery(search, place ?? { zipCode: "", radius: MAX_SEARCH_RADIUS, type: "zip" }),
    enabled: place !== null,
  });
  if (!place || !data) return null;
  const text =
    data.miles === null
      ? list.noneWithin(Math.max(place.radius, MAX_SEARCH_RADIUS))
      : list.nearestIs(place.radius, data.miles);
  return { ...data, text };
}
