import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "./keys";

/** How often the log is polled for new events. */
const TAIL_MS = 2_000;
const PAGE_SIZE = 50;

/** A filter of events; all given fields must match. */
export interface EventFilter {
  stream?: string;
  type?: string;
  correlation?: string;
  from?: string;
  to?: string;
}

/** Matching events, newest first; each page continues further back. */
export const eventsQuery = (filter: EventFilter) =>
  infiniteQueryOptions({
    queryKey: keys.events(filter),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.GET("/admin/events", {
          params: { query: { ...filter, limit: PAGE_SIZE, before: pageParam ?? undefined } },
          signal,
        }),
      ),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.end ? null : page.scannedTo),
  });

/** Matching events after a position, polled. */
export const tailQuery = (filter: EventFilter, after: number) =>
  queryOptions({
    queryKey: keys.tail(filter, after),
    queryFn: ({ signal }) =>
      call(api.GET("/admin/events", { params: { query: { ...filter, after, limit: 100 } }, signal })),
    refetchInterval: TAIL_MS,
  });

/** One event with its payload. Events never change. */
export const eventQuery = (position: number) =>
  queryOptions({
    queryKey: keys.event(position),
    queryFn: ({ signal }) =>
      call(api.GET("/admin/events/{position}", { params: { path: { position } }, signal })),
  });

/** A stream's events, oldest first, with the state after each. */
export const streamQuery = (stream: string) =>
  infiniteQueryOptions({
    queryKey: keys.stream(stream),
    queryFn: ({ pageParam, signal }) =>
      call(
        api.GET("/admin/streams/{stream}", {
          params: { path: { stream }, query: { after: pageParam, limit: 100 } },
          signal,
        }),
      ),
    initialPageParam: 0,
    getNextPageParam: (page) => (page.end ? null : (page.events.at(-1)?.event.version ?? null)),
  });

/** The explanation of an order's or a product's present state. */
export const whyQuery = (kind: "order" | "product", id: string) =>
  queryOptions({
    queryKey: keys.why(kind, id),
    queryFn: ({ signal }) =>
      call(api.GET("/admin/why/{kind}/{id}", { params: { path: { kind, id } }, signal })),
  });

/** Identifies a request: the position of one of its events, or its correlation id. */
export type StoryOf = { position: string } | { correlation: string };

/** The story of a request: `reach` events on each side of it are searched. */
export const storyQuery = (of: StoryOf, reach: number) =>
  queryOptions({
    queryKey: keys.story(of, reach),
    queryFn: ({ signal }) => call(api.GET("/admin/story", { params: { query: { ...of, reach } }, signal })),
    placeholderData: keepPreviousData,
  });
