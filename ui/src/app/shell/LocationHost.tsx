import { useRouter, useRouterState } from "@tanstack/react-router";
import { lazy, Suspense, useEffect } from "react";
import { useUser } from "@/api/session";
import { closeLocationDialog, useLocationDialog } from "@/lib/locationDialog";
import { setAccountPlace } from "@/lib/place";

const LocationDialog = lazy(() =>
  import("@/features/location/components/LocationDialog").then((chunk) => ({
    default: chunk.LocationDialog,
  })),
);
const LocationPrompt = lazy(() =>
  import("@/features/location/components/LocationPrompt").then((chunk) => ({
    default: chunk.LocationPrompt,
  })),
);

/** The pages that ask a visitor for a location. */
const ASKING_PAGES = ["/", "/products"];

/** Search parameters that depend on a place: the place itself and the page of its list. */
const PLACE_PARAMS = ["zip", "lat", "lon", "radius", "distance", "page"];

/** Sets the account's place, and shows the location dialog. */
export function LocationHost() {
  const user = useUser();
  const router = useRouter();
  const from = useLocationDialog();
  const path = useRouterState({ select: (state) => state.location.pathname });
  useEffect(() => {
    // Until the session is known, the place of the last visit stays.
    if (user !== undefined) setAccountPlace(user?.address ?? null);
  }, [user]);

  /** Removes the URL's place: one that was just chosen wins over it. */
  function leaveLinkedPlace(): void {
    const search = router.state.location.search as Record<string, unknown>;
    if (!PLACE_PARAMS.some((key) => search[key] !== undefined)) return;
    const withoutPlace = Object.fromEntries(
      Object.entries(search).filter(([key]) => !PLACE_PARAMS.includes(key)),
    );
    void router.navigate({ to: ".", search: withoutPlace as never, replace: true, resetScroll: false });
  }
  return (
    <>
      {user === null && from === null && ASKING_PAGES.includes(path) && (
        <Suspense fallback={null}>
          <LocationPrompt />
        </Suspense>
      )}
      {from !== null && (
        <Suspense fallback={null}>
          <LocationDialog from={from} onChanged={leaveLinkedPlace} onClose={closeLocationDialog} />
        </Suspense>
      )}
    </>
  );
}
