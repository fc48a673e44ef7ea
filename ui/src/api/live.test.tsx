import { act, render, screen } from "@testing-library/react";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeEarlyAnswer } from "@/lib/earlyAnswers";
import { customer, order } from "../../tests/shop";
import { streamServer } from "../../tests/stream";
import { keys } from "./keys";
import { onLiveEvent, startLive, useLiveState } from "./live";
import { LIVE_KEYS } from "./stream/apply";
import { SILENCE_MS } from "./stream/connection";
import { POLL_MS } from "./stream/open";
import { CHANNEL, HIDDEN, VISIBLE } from "./stream/tabs";
import { currentToken, storeToken } from "./token";
import { watchSession } from "./session";

const { setTimeout: setRealTimeout } = globalThis;
const realTime = (ms: number) => new Promise<void>((resolve) => void setRealTimeout(resolve, ms));

let client: QueryClient;
let server: ReturnType<typeof streamServer>;
let stop: () => void;
let hidden = false;
let otherTab: BroadcastChannel;
/** The messages from this tab to the other tabs. */
let sentToOtherTabs: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  sentToOtherTabs = [];
  otherTab = new BroadcastChannel(CHANNEL);
  otherTab.addEventListener("message", ({ data }) => sentToOtherTabs.push(data));
  server = streamServer();
  client = new QueryClient();
  storeToken("t");
  client.setQueryData(keys.session, customer);
  stop = startLive(client);
});
afterEach(() => {
  stop();
  otherTab.close();
  client.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const advance = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const lastStream = () => {
  const stream = server.opened.at(-1);
  if (!stream) throw new Error("no stream was opened");
  return stream;
};
function setHidden(isHidden: boolean) {
  hidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
}
/** The page enters or leaves the back/forward cache; the browser reports the visibility separately. */
function enterCache() {
  window.dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true }));
  setHidden(true);
}
function leaveCache() {
  setHidden(false);
  window.dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
}
// The rule is meant for windows.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
const otherTabSays = (word: string) => otherTab.postMessage(word);
/** Messages between tabs take real time. */
const untilMessagesArrive = () => act(() => vi.advanceTimersByTimeAsync(0).then(() => realTime(20)));
function LiveStateText() {
  return <p>{useLiveState()}</p>;
}

it("opens one stream with the bearer header, and none for a visitor", async () => {
  await advance();
  expect(server.opened).toHaveLength(1);
  expect(lastStream()).toMatchObject({ authorization: "Bearer t", lastId: null });
  act(() => client.setQueryData(keys.session, null));
  await advance(120_000);
  expect(lastStream().closed()).toBe(true);
  expect(server.opened).toHaveLength(1);
});

it("puts a changed order into its page and into the lists", async () => {
  const list = keys.orders.purchases({});
  client.setQueryData(list, { orders: [order(), order({ _id: "o2" })] });
  client.setQueryData(keys.orders.one("o1"), order());
  await advance();
  lastStream().send("order", "101", order({ status: "confirmed" }));
  await advance();
  expect(client.getQueryData(keys.orders.one("o1"))).toMatchObject({ status: "confirmed" });
  expect(client.getQueryData(list)).toMatchObject({
    orders: [
      { _id: "o1", status: "confirmed" },
      { _id: "o2", status: "pending" },
    ],
  });
  await advance(1_000);
  expect(client.getQueryState(list)?.isInvalidated).toBe(true);
});

it("puts a notification on top of the list, once", async () => {
  const news = {
    _id: "n2",
    type: "message",
    title: "New message",
    message: "Hi",
    createdAt: "",
    read: false,
  };
  const listener = vi.fn<(event: unknown) => void>();
  const forget = onLiveEvent(listener);
  client.setQueryData(keys.notifications.list, [{ _id: "n1" }]);
  await advance();
  lastStream().send("notification", "101", news);
  lastStream().send("notification", "101", news);
  lastStream().send("something-new", "102", {});
  await advance();
  expect(client.getQueryData(keys.notifications.list)).toMatchObject([{ _id: "n2" }, { _id: "n1" }]);
  expect(listener).toHaveBeenCalledTimes(2);
  expect(listener).toHaveBeenCalledWith({ kind: "notification", thing: news });
  forget();
});

it("adds a message to its thread, and refetches the conversations", async () => {
  client.setQueryData(keys.messages.thread("k1"), [{ _id: "k1-1" }]);
  client.setQueryData(keys.messages.conversations, []);
  await advance();
  lastStream().send("message", "101", { _id: "k1-2", conversationId: "k1", content: "Is it ripe?" });
  await advance(1_000);
  expect(client.getQueryData(keys.messages.thread("k1"))).toMatchObject([{ _id: "k1-1" }, { _id: "k1-2" }]);
  expect(client.getQueryState(keys.messages.conversations)?.isInvalidated).toBe(true);
});

it("refetches everything when the server cannot say what was missed", async () => {
  client.setQueryData(keys.products.mine, {});
  await advance();
  lastStream().send("reload", "101", { position: 101 });
  await advance(1_000);
  expect(client.getQueryState(keys.products.mine)?.isInvalidated).toBe(true);
});

it("refetches early answers that may have missed an event before the stream opened", async () => {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await advance();
  expect(invalidate).not.toHaveBeenCalled();
  stop();
  const answer = Promise.resolve(new Response("[]"));
  const askedAt = performance.now() - 5_000;
  window.earlyAnswers = { "/api/orders/customer": { answer, headers: {}, askedAt } };
  takeEarlyAnswer(new Request(`${window.location.origin}/api/orders/customer`));
  stop = startLive(client);
  await advance();
  for (const queryKey of LIVE_KEYS) expect(invalidate).toHaveBeenCalledWith({ queryKey });
});

it("continues after the last event when the stream ends", async () => {
  await advance();
  lastStream().end();
  await advance(2_000);
  expect(server.opened).toHaveLength(2);
  // Without an event so far, it continues from the start of the first stream.
  expect(lastStream().lastId).toBe("100");
  lastStream().send("order", "105", order());
  await advance();
  lastStream().end();
  await advance(4_000);
  expect(lastStream().lastId).toBe("105");
});

it("reconnects a stream that is silent for 40 seconds", async () => {
  await advance();
  await advance(SILENCE_MS - 10_000);
  lastStream().alive();
  await advance(SILENCE_MS - 1_000);
  expect(server.opened).toHaveLength(1);
  await advance(3_000);
  expect(server.opened).toHaveLength(2);
});

it("waits longer after each failure, and polls meanwhile in a visible tab", async () => {
  render(<LiveStateText />);
  await advance();
  expect(screen.getByText("live")).toBeVisible();
  const requestTimes: number[] = [];
  server.answerWith(() => {
    requestTimes.push(Date.now());
    return new Response(null, { status: 503 });
  });
  lastStream().end();
  await advance();
  expect(screen.getByText("connecting")).toBeVisible();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await advance(2 * POLL_MS);
  expect(screen.getByText("stale")).toBeVisible();
  const gaps = requestTimes.slice(1).map((time, index) => time - (requestTimes[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(gaps.length).toBeLessThan(8);
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? Infinity);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: keys.orders.all });
  invalidate.mockClear();
  setHidden(true);
  await advance(4 * POLL_MS);
  expect(invalidate).not.toHaveBeenCalled();
  server.answerWith(null);
  setHidden(false);
  await advance();
  expect(screen.getByText("live")).toBeVisible();
});

it("stays open in a hidden tab while no other tab is visible", async () => {
  await advance();
  setHidden(true);
  await untilMessagesArrive();
  expect(sentToOtherTabs).toEqual([VISIBLE, HIDDEN]);
  for (let passed = 0; passed < 600_000; passed += SILENCE_MS / 2) {
    lastStream().alive();
    // One silence after the other.
    // oxlint-disable-next-line no-await-in-loop
    await advance(SILENCE_MS / 2);
  }
  expect(lastStream().closed()).toBe(false);
  expect(server.opened).toHaveLength(1);
});

it.each([VISIBLE, HIDDEN])(
  "closes in a hidden tab when another tab reports %s, and catches up later",
  async (word) => {
    const invalidate = vi.spyOn(client, "invalidateQueries");
    await advance();
    invalidate.mockClear();
    setHidden(true);
    otherTabSays(word);
    await untilMessagesArrive();
    expect(lastStream().closed()).toBe(true);
    await advance(600_000);
    expect(server.opened).toHaveLength(1);
    expect(invalidate).not.toHaveBeenCalled();
    setHidden(false);
    await advance();
    expect(server.opened).toHaveLength(2);
    expect(lastStream().lastId).toBe("100");
    for (const queryKey of LIVE_KEYS) expect(invalidate).toHaveBeenCalledWith({ queryKey });
    await untilMessagesArrive();
    expect(sentToOtherTabs).toEqual([VISIBLE, HIDDEN, VISIBLE]);
  },
);

it("opens without delay when the tab was hidden only for a moment", async () => {
  await advance();
  setHidden(true);
  otherTabSays(VISIBLE);
  await vi.waitFor(() => expect(lastStream().closed()).toBe(true));
  setHidden(false);
  await advance();
  expect(server.opened).toHaveLength(2);
});

it("stays open in a visible tab, and asks hidden ones to close theirs", async () => {
  await advance();
  otherTabSays(VISIBLE);
  await untilMessagesArrive();
  expect(sentToOtherTabs).toEqual([VISIBLE]);
  otherTabSays(HIDDEN);
  await untilMessagesArrive();
  expect(sentToOtherTabs).toEqual([VISIBLE, VISIBLE]);
  expect(lastStream().closed()).toBe(false);
});

it("opens in a background tab once it becomes visible", async () => {
  stop();
  await untilMessagesArrive();
  const before = server.opened.length;
  hidden = true;
  sentToOtherTabs = [];
  stop = startLive(client);
  await untilMessagesArrive();
  await advance(120_000);
  expect(server.opened).toHaveLength(before);
  expect(sentToOtherTabs).toEqual([]);
  setHidden(false);
  await untilMessagesArrive();
  expect(server.opened).toHaveLength(before + 1);
  expect(sentToOtherTabs).toEqual([VISIBLE]);
});

it("closes when entering the back/forward cache, and catches up when leaving it", async () => {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await advance();
  invalidate.mockClear();
  enterCache();
  await untilMessagesArrive();
  expect(lastStream().closed()).toBe(true);
  // Its channel is closed as well.
  otherTabSays(HIDDEN);
  await advance(120_000);
  await untilMessagesArrive();
  expect(sentToOtherTabs).toEqual([VISIBLE]);
  expect(server.opened).toHaveLength(1);
  leaveCache();
  await untilMessagesArrive();
  expect(server.opened).toHaveLength(2);
  for (const queryKey of LIVE_KEYS) expect(invalidate).toHaveBeenCalledWith({ queryKey });
  otherTabSays(HIDDEN);
  await untilMessagesArrive();
  expect(sentToOtherTabs).toEqual([VISIBLE, VISIBLE, VISIBLE]);
  expect(lastStream().closed()).toBe(false);
});

it("closes when the browser freezes the tab", async () => {
  await advance();
  setHidden(true);
  document.dispatchEvent(new Event("freeze"));
  await advance();
  expect(lastStream().closed()).toBe(true);
  setHidden(false);
  await advance();
  expect(server.opened).toHaveLength(2);
});

it.each([
  ["has no channels", undefined],
  [
    "refuses channels",
    vi.fn<() => void>(() => {
      throw new DOMException("Denied", "SecurityError");
    }),
  ],
])("closes in each hidden tab where the browser %s", async (_, channel) => {
  stop();
  vi.stubGlobal("BroadcastChannel", channel);
  stop = startLive(client);
  await advance();
  expect(lastStream().closed()).toBe(false);
  setHidden(true);
  await advance();
  expect(lastStream().closed()).toBe(true);
  const before = server.opened.length;
  await advance(120_000);
  expect(server.opened).toHaveLength(before);
  setHidden(false);
  await advance();
  expect(server.opened).toHaveLength(before + 1);
});

it("reconnects at once when the browser is online again", async () => {
  await advance();
  server.answerWith(() => Response.error());
  window.dispatchEvent(new Event("offline"));
  await advance(10_000);
  expect(lastStream().closed()).toBe(true);
  server.answerWith(null);
  window.dispatchEvent(new Event("online"));
  await advance();
  expect(server.opened).toHaveLength(2);
});

it("ends the session on a 401, and does not reconnect", async () => {
  const ended = vi.fn<() => void>();
  watchSession(client, ended);
  await advance();
  const refused = vi.fn<() => Response>(() => new Response(null, { status: 401 }));
  server.answerWith(refused);
  lastStream().end();
  await advance(120_000);
  expect(refused).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
  expect(currentToken()).toBeNull();
});
