import { infiniteQueryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { fetchFile } from "@/api/file";
import { keys } from "./keys";

/**
 * A person and the log's events about them. Each page reads the log for a second, until one reports its end. Reading
 * a long log takes minutes, so only the operator starts it again.
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

/** Every event about a person, as a file. */
export const exportPerson = (id: string, body: { reason: string; currentPassword: string }) =>
  fetchFile(`/admin/people/${encodeURIComponent(id)}/export`, body);

export const erasePerson = (
  id: string,
  body: { reason: string; currentPassword: string; withOpenOrders: boolean },
) => call(api.POST("/admin/people/{id}/erase", { params: { path: { id } }, body }));
