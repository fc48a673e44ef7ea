import { queryOptions, type QueryClient } from "@tanstack/react-query";
import type { Place } from "@/lib/place";
import { api, call } from "./client";
import { ApiError } from "./error";
import { keys } from "./keys";

/** City, state and coordinates of a five-digit ZIP; 404 for an unknown one. */
export const zipQuery = (zip: string) =>
  queryOptions({
    queryKey: keys.places.zip(zip),
    queryFn: ({ signal }) => call(api.GET("/locations/zip/{zip}", { params: { path: { zip } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** The ZIP nearest to a position. */
export const nearQuery = (lat: number, lon: number) =>
  queryOptions({
    queryKey: keys.places.near({ lat, lon }),
    queryFn: ({ signal }) => call(api.GET("/locations/near", { params: { query: { lat, lon } }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/**
 * The place of a ZIP. If the lookup fails, the place has the ZIP alone: the server resolves it later. A ZIP that does
 * not exist is an error.
 */
export async function placeOfZip(client: QueryClient, zipCode: string, radius: number): Promise<Place> {
  try {
    const { city, state, latitude, longitude } = await client.query(zipQuery(zipCode));
    return { zipCode, city, state, latitude, longitude, radius, type: "zip" };
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error;
    return { zipCode, radius, type: "zip" };
  }
}
