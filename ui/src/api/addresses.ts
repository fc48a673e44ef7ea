// The address book of the signed-in account, for the checkout and the dashboard.
import { queryOptions } from "@tanstack/react-query";
import { api, call } from "./client";
import { keys } from "./keys";
import type { NewAddress, SavedAddress } from "./types";

/** The primary address first, then oldest first. */
export const addressesQuery = queryOptions({
  queryKey: keys.addresses.all,
  queryFn: async ({ signal }): Promise<SavedAddress[]> =>
    (await call(api.GET("/users/addresses", { signal }))).addresses,
});

/** Adds an entry; the first one becomes the primary address. */
export async function saveAddress(address: NewAddress): Promise<void> {
  await call(api.POST("/users/addresses", { body: address }));
}
