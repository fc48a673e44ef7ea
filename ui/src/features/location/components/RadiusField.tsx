import { useId } from "react";
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { nearbyQuery } from "@/api/nearby";
import { clampRadius, type Place } from "@/lib/place";
import { useDebounced } from "@/lib/useDebounced";
import { texts } from "../texts";

/** The server lists at most this many merchants. */
const MAX_LISTED_MERCHANTS = 20;
const DEBOUNCE_MS = 150;

interface Props {
  radius: number;
  onChange: (radius: number) => void;
  /** The center of the counted area; null until known. */
  place: Place | null;
}

/** The radius, with the number of products and stalls within it. */
export function RadiusField({ radius, onChange, place }: Props) {
  const id = useId();
  const settled = useDebounced(radius, DEBOUNCE_MS);
  return (
    <div className="grid gap-1.5">
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="text-sm font-semibold">
          {texts.radiusLabel}
        </label>
        <output htmlFor={id} className="font-semibold tabular-nums">
          {texts.miles(radius)}
        </output>
      </div>
      <input
        id={id}
        type="range"
        min={1}
        max={50}
        step={1}
        value={radius}
        aria-valuetext={texts.miles(radius)}
        className="h-11 w-full accent-leaf"
        onChange={(event) => onChange(clampRadius(event.target.value))}
      />
      <p role="status" className="min-h-6 text-sm text-muted">
        {place && <ResultCount place={{ ...place, radius: settled }} />}
      </p>
    </div>
  );
}

/** "91 products from 9 stalls". */
function ResultCount({ place }: { place: Place }) {
  const { data } = useQuery({ ...nearbyQuery(place), placeholderData: keepPreviousData });
  if (!data) return null;
  const { nearbyMerchants, fallbackResults, message } = data.locationInfo;
  if (fallbackResults || message !== null) return texts.noneAround(place.radius);
  const stalls = nearbyMerchants.filter((merchant) => merchant.productCount > 0).length;
  return texts.around(
    data.pagination.totalProducts,
    texts.stalls(stalls, nearbyMerchants.length >= MAX_LISTED_MERCHANTS),
  );
}
