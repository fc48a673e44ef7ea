import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { fetchFile } from "@/api/file";
import { keys } from "./keys";

/**
 * Somebody and what the log holds about them. Each page reads on for a second, until one says that the log ends. Reading a
 * long log again takes minutes, so only an act of the operator starts it.
 */
export const personQuery = (who: string) =>
  infiniteQueryOptions({
    queryKey: keys.person(who),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.GET("/admin/people/{who}", { params: { path: { who }, query: { after: pageParam } }, signal }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ log }) => (log.end ? null : log.upTo),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Every event about them, as a file. */
export const exportPerson = (id: string, reason: string) =>
  fetchFile(`/admin/people/${encodeURIComponent(id)}/export`, { reason });

export const erasePerson = (id: string, reason: string, withOpenOrders: boolean) =>
  call(api.POST("/admin/people/{id}/erase", { params: { path: { id } }, body: { reason, withOpenOrders } }));
