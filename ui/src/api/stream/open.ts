// The stream of one account: its events go into the query cache, and without a stream the cache is refreshed every 30
// seconds. Loaded only for a signed-in user.
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { oldestEarlyAnswerAt } from "@/lib/earlyAnswers";
import { notePosition } from "@/lib/position";
import { sessionLost } from "../client";
import { currentToken } from "../token";
import { applyEvent, LIVE_KEYS, readEvent, type LiveEvent } from "./apply";
import { keepOpen } from "./connection";
import type { ServerEvent } from "./serverEvents";

export const POLL_MS = 30_000;
/** Events arrive in bursts; affected queries are refetched once per burst. */
const BATCH_MS = 200;
/** Data fetched this long before the first stream opened may have missed an event. */
const SLOW_START_MS = 2_000;

export interface StreamWatcher {
  onState: (isOpen: boolean) => void;
  onEvent: (event: LiveEvent) => void;
}

/** Keeps the stream open until the returned function is called. */
export function openStream(client: QueryClient, watcher: StreamWatcher): () => void {
  const begunAt = Date.now();
  const refresh = createRefresher(client);
  let token: string | null = null;
  let isOpen = false;
  const setOpen = (next: boolean) => {
    isOpen = next;
    watcher.onState(next);
  };
  const stop = keepOpen({
    open: (lastId, signal) => {
      token = currentToken();
      return fetch(`${window.location.origin}/api/stream`, {
        cache: "no-store",
        headers: {
          Accept: "text/event-stream",
          Authorization: `Bearer ${token}`,
          ...(lastId && { "Last-Event-ID": lastId }),
        },
        signal,
      });
    },
    onOpen: (resumed) => {
      setOpen(true);
      const oldestDataAt = Math.min(begunAt, oldestEarlyAnswerAt());
      if (!resumed && Date.now() - oldestDataAt > SLOW_START_MS) refresh.now(LIVE_KEYS);
    },
    onEvent: (event: ServerEvent) => {
      const known = readEvent(event);
      if (!known) return;
      // Later reads see at least this event.
      notePosition(event.id);
      refresh.soon(applyEvent(client, known));
      watcher.onEvent(known);
    },
    onClosed: () => setOpen(false),
    onUnauthorized: () => sessionLost(token),
  });
  const poll = setInterval(() => {
    if (!isOpen && !document.hidden) refresh.now(LIVE_KEYS);
  }, POLL_MS);
  return () => {
    stop();
    clearInterval(poll);
    refresh.stop();
  };
}

/** Refetches cached queries by key: at once, or batched with those that follow shortly. */
function createRefresher(client: QueryClient) {
  let gathered: QueryKey[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function now(changed: readonly QueryKey[]) {
    for (const queryKey of changed) void client.invalidateQueries({ queryKey });
  }
  function soon(changed: readonly QueryKey[]) {
    gathered.push(...changed);
    timer ??= setTimeout(() => {
      timer = undefined;
      const distinct = new Map(gathered.map((key) => [JSON.stringify(key), key]));
      gathered = [];
      now([...distinct.values()]);
    }, BATCH_MS);
  }
  return { now, soon, stop: () => clearTimeout(timer) };
}
