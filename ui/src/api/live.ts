// Live events of the signed-in user. Each visible tab has a stream; hidden tabs share at most one (`stream/tabs.ts`).
// A visible tab without a stream polls every 30 seconds instead. Components use `useQuery` and never poll.
import type { QueryClient } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";
import { sessionQuery } from "./session";
import type { LiveEvent } from "./stream/apply";

export type { LiveEvent };

/**
 * `off`: no session. `connecting`: a stream is about to open. `live`: every event arrives as it happens. `stale`:
 * there has been no stream for some seconds, so the page may be out of date.
 */
export type LiveState = "off" | "connecting" | "live" | "stale";

/** A stream that reconnects sooner counts as uninterrupted. */
const STALE_AFTER_MS = 5_000;

let state: LiveState = "off";
let staleTimer: ReturnType<typeof setTimeout> | undefined;
const stateListeners = new Set<() => void>();
const eventListeners = new Set<(event: LiveEvent) => void>();

function setState(next: LiveState): void {
  clearTimeout(staleTimer);
  if (next === "connecting") staleTimer = setTimeout(() => setState("stale"), STALE_AFTER_MS);
  if (next === state) return;
  state = next;
  for (const listener of stateListeners) listener();
}

function subscribe(listener: () => void): () => void {
  stateListeners.add(listener);
  return () => void stateListeners.delete(listener);
}

/** Whether the page receives live events. */
export const useLiveState = (): LiveState => useSyncExternalStore(subscribe, () => state);

/** Calls the listener with each event after the cache has it; returns a function that unsubscribes. */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener);
  return () => void eventListeners.delete(listener);
}

/** Keeps a stream open for the signed-in user, across log-in and log-out; returns a function that stops it. */
export function startLive(client: QueryClient): () => void {
  let account: string | null = null;
  let close: (() => void) | null = null;
  function follow() {
    const user = client.getQueryData(sessionQuery.queryKey)?._id ?? null;
    if (user === account) return;
    account = user;
    close?.();
    close = user ? openAccountStream(client) : null;
  }
  const unsubscribe = client.getQueryCache().subscribe(({ query, type }) => {
    if (type === "updated" && query.queryKey[0] === sessionQuery.queryKey[0]) follow();
  });
  follow();
  return () => {
    unsubscribe();
    close?.();
  };
}

/** One account's stream; its code is loaded when there is an account. */
function openAccountStream(client: QueryClient): () => void {
  let stop: (() => void) | null = null;
  let closed = false;
  setState("connecting");
  import("./stream/open").then(
    ({ openStream }) => {
      if (closed) return;
      stop = openStream(client, {
        onState: (isOpen) => setState(isOpen ? "live" : state === "stale" ? "stale" : "connecting"),
        onEvent: (event) => {
          for (const listener of eventListeners) listener(event);
        },
      });
    },
    () => {},
  );
  return () => {
    closed = true;
    stop?.();
    setState("off");
  };
}
