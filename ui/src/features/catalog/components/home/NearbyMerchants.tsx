import { useQuery } from "@tanstack/react-query";
import { MapPin, Store } from "lucide-react";
import { nearbyQuery } from "@/api/nearby";
import { openLocationDialog } from "@/lib/locationDialog";
import { usePlace, type Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { texts } from "../../texts";
import { MerchantCard, MerchantCardSkeleton } from "./MerchantCard";
import { Section } from "./Section";

const { home } = texts;
const MAX_MERCHANTS = 3;
const grid = "grid gap-5 md:grid-cols-3";

/** The three merchants nearest to the shopper. */
export function NearbyMerchants() {
  const place = usePlace();
  return (
    <Section title={home.merchants}>
      {place ? (
        <Nearest place={place} />
      ) : (
        <EmptyState
          level={3}
          title={home.merchantsUnset}
          icon={<MapPin aria-hidden className="size-10" />}
          action={
            <Button variant="secondary" onClick={() => openLocationDialog()}>
              {home.setLocation}
            </Button>
          }
        />
      )}
    </Section>
  );
}

function Nearest({ place }: { place: Place }) {
  const around = useQuery(nearbyQuery(place));
  return (
    <QueryView
      query={around}
      pending={
        <ul aria-hidden className={grid}>
          {Array.from({ length: MAX_MERCHANTS }, (_, index) => (
            <MerchantCardSkeleton key={index} />
          ))}
        </ul>
      }
      failed={{ title: home.popularEmpty, hint: home.merchantsFailed, level: 3 }}
      isEmpty={({ locationInfo }) => locationInfo.nearbyMerchants.length === 0}
      empty={
        <EmptyState level={3} title={home.merchantsNone} icon={<Store aria-hidden className="size-10" />} />
      }
    >
      {({ locationInfo }) => (
        <>
          {locationInfo.fallbackResults && <p className="mb-4 text-muted">{texts.list.fallback}</p>}
          <ul className={grid}>
            {locationInfo.nearbyMerchants.slice(0, MAX_MERCHANTS).map((merchant) => (
              <MerchantCard key={merchant._id} merchant={merchant} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}
