// Keeps one connection to `GET /stream` open: it reconnects with the last event's id, waits longer after each
// failure, and pauses in hidden tabs when another tab is visible.
import { eventParser, type ServerEvent } from "./serverEvents";
import { followTabs } from "./tabs";

/** The server sends a comment every 15 s; a stream without a byte for this long is dead. */
export const SILENCE_MS = 40_000;
const CONNECT_MS = 10_000;
const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;
/** A stream that ends sooner counts as a failure: the server closes streams of an account with too many. */
const MIN_STREAM_MS = 20_000;

export interface StreamHandlers {
  /** Makes the call; `lastId` is the event to continue after, "" the first time. */
  open: (lastId: string, signal: AbortSignal) => Promise<Response>;
  /** The stream is open. `resumed`: the previous one was lost just now, and all missed events arrive first. */
  onOpen: (resumed: boolean) => void;
  onEvent: (event: ServerEvent) => void;
  /** The stream has ended or could not be opened. */
  onClosed: () => void;
  /** The session is over: it does not reconnect. */
  onUnauthorized: () => void;
}

/** Longer after each failure, with jitter so that browsers do not all reconnect at once. */
const pauseAfter = (failures: number): number =>
  Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures) * (0.5 + Math.random() / 2);

/** Opens the stream and keeps it open until the returned function is called. */
export function keepOpen(handlers: StreamHandlers): () => void {
  let stopped = false;
  let resting = document.hidden;
  let failures = 0;
  let lastId = "";
  let attempt: AbortController | null = null;
  let wake: (() => void) | null = null;
  /** Whether it has paused since the last stream opened. */
  let hasRested = false;
  /** Whether a pause, not a failure, ended the attempt. */
  let isInterrupted = false;

  /** Waits until the time is over or `wake` is called. */
  function pause(ms?: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = ms === undefined ? undefined : setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function read(body: ReadableStream<Uint8Array>, signal: AbortSignal, onBytes: () => void) {
    const parse = eventParser();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    signal.addEventListener("abort", () => void reader.cancel().catch(() => {}));
    for (;;) {
      onBytes();
      // A stream is read piece by piece.
      // oxlint-disable-next-line no-await-in-loop
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      for (const event of parse(decoder.decode(value, { stream: true }))) {
        lastId = event.id || lastId;
        handlers.onEvent(event);
      }
    }
  }

  /** Runs one stream from its opening to its end; returns whether the session is over. */
  async function connect(): Promise<boolean> {
    const controller = new AbortController();
    attempt = controller;
    let watchdog = setTimeout(() => controller.abort(), CONNECT_MS);
    try {
      const response = await handlers.open(lastId, controller.signal);
      if (response.status === 401) return true;
      if (!response.ok || !response.body) return false;
      handlers.onOpen(lastId !== "" && !hasRested);
      hasRested = false;
      lastId ||= response.headers.get("Greenstall-Position") ?? "";
      await read(response.body, controller.signal, () => {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => controller.abort(), SILENCE_MS);
      });
      return false;
    } catch {
      return false;
    } finally {
      clearTimeout(watchdog);
      controller.abort();
      attempt = null;
    }
  }

  /* oxlint-disable no-await-in-loop -- One attempt after the other. */
  async function run() {
    while (!stopped) {
      if (resting) {
        await pause();
        continue;
      }
      const begun = Date.now();
      isInterrupted = false;
      const unauthorized = await connect();
      if (stopped) return;
      handlers.onClosed();
      if (unauthorized) {
        stop();
        handlers.onUnauthorized();
        return;
      }
      if (isInterrupted) continue;
      failures = Date.now() - begun < MIN_STREAM_MS ? failures + 1 : 0;
      await pause(pauseAfter(failures));
    }
  }

  function rest() {
    if (resting) return;
    resting = true;
    hasRested = true;
    isInterrupted = true;
    attempt?.abort();
  }
  function wakeUp() {
    resting = false;
    wake?.();
  }
  function onOnline() {
    failures = 0;
    wake?.();
  }
  const onOffline = () => attempt?.abort();

  function stop() {
    stopped = true;
    attempt?.abort();
    wake?.();
    leaveTabs();
    window.removeEventListener("online", onOnline);
    window.removeEventListener("offline", onOffline);
  }
  const leaveTabs = followTabs({ onWake: wakeUp, onRest: rest });
  window.addEventListener("online", onOnline);
  window.addEventListener("offline", onOffline);
  void run();
  return stop;
}
