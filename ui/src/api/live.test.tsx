import { act, render, screen } from "@testing-library/react";
import { QueryClient } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { takeEarlyAnswer } from "@/lib/earlyAnswers";
import { customer, order } from "../../tests/shop";
import { streamServer } from "../../tests/stream";
import { keys } from "./keys";
import { onLiveEvent, startLive, useLiveState } from "./live";
import { LIVE_KEYS } from "./stream/apply";
import { HIDDEN_MS, SILENCE_MS } from "./stream/connection";
import { POLL_MS } from "./stream/open";
import { currentToken, storeToken } from "./token";
import { watchSession } from "./session";

let client: QueryClient;
let server: ReturnType<typeof streamServer>;
let stop: () => void;
let hidden = false;

beforeEach(() => {
  vi.useFakeTimers();
  hidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  server = streamServer();
  client = new QueryClient();
  storeToken("t");
  client.setQueryData(keys.session, customer);
  stop = startLive(client);
});
afterEach(() => {
  stop();
  client.clear();
  vi.useRealTimers();
});

const later = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms));
const last = () => {
  const stream = server.opened.at(-1);
  if (!stream) throw new Error("no stream was opened");
  return stream;
};
function look(isHidden: boolean) {
  hidden = isHidden;
  document.dispatchEvent(new Event("visibilitychange"));
}
function State() {
  return <p>{useLiveState()}</p>;
}

it("opens one stream with the bearer header, and none for a visitor", async () => {
  await later();
  expect(server.opened).toHaveLength(1);
  expect(last()).toMatchObject({ authorization: "Bearer t", lastId: null });
  act(() => client.setQueryData(keys.session, null));
  await later(120_000);
  expect(last().closed()).toBe(true);
  expect(server.opened).toHaveLength(1);
});

it("puts a changed order into its page and into the lists", async () => {
  client.setQueryData(keys.orders.customer, [order(), order({ _id: "o2" })]);
  client.setQueryData(keys.orders.one("o1"), order());
  await later();
  last().send("order", "101", order({ status: "confirmed" }));
  await later();
  expect(client.getQueryData(keys.orders.one("o1"))).toMatchObject({ status: "confirmed" });
  expect(client.getQueryData(keys.orders.customer)).toMatchObject([
    { _id: "o1", status: "confirmed" },
    { _id: "o2", status: "pending" },
  ]);
  await later(1_000);
  expect(client.getQueryState(keys.orders.customer)?.isInvalidated).toBe(true);
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
  const heard = vi.fn<(event: unknown) => void>();
  const forget = onLiveEvent(heard);
  client.setQueryData(keys.notifications.list, [{ _id: "n1" }]);
  await later();
  last().send("notification", "101", news);
  last().send("notification", "101", news);
  last().send("something-new", "102", {});
  await later();
  expect(client.getQueryData(keys.notifications.list)).toMatchObject([{ _id: "n2" }, { _id: "n1" }]);
  expect(heard).toHaveBeenCalledTimes(2);
  expect(heard).toHaveBeenCalledWith({ kind: "notification", thing: news });
  forget();
});

it("adds a message to its thread, and asks again for the conversations", async () => {
  client.setQueryData(keys.messages.thread("k1"), [{ _id: "k1-1" }]);
  client.setQueryData(keys.messages.conversations, []);
  await later();
  last().send("message", "101", { _id: "k1-2", conversationId: "k1", content: "Is it ripe?" });
  await later(1_000);
  expect(client.getQueryData(keys.messages.thread("k1"))).toMatchObject([{ _id: "k1-1" }, { _id: "k1-2" }]);
  expect(client.getQueryState(keys.messages.conversations)?.isInvalidated).toBe(true);
});

it("asks again for everything when the server cannot say what was missed", async () => {
  client.setQueryData(keys.products.mine, {});
  await later();
  last().send("reload", "101", { position: 101 });
  await later(1_000);
  expect(client.getQueryState(keys.products.mine)?.isInvalidated).toBe(true);
});

it("asks again for what an early answer may have missed before the stream opened", async () => {
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await later();
  expect(invalidate).not.toHaveBeenCalled();
  stop();
  const answer = Promise.resolve(new Response("[]"));
  const askedAt = performance.now() - 5_000;
  window.earlyAnswers = { "/api/orders/customer": { answer, headers: {}, askedAt } };
  takeEarlyAnswer(new Request(`${window.location.origin}/api/orders/customer`));
  stop = startLive(client);
  await later();
  for (const queryKey of LIVE_KEYS) expect(invalidate).toHaveBeenCalledWith({ queryKey });
});

it("goes on after the last event when the stream ends", async () => {
  await later();
  last().end();
  await later(2_000);
  expect(server.opened).toHaveLength(2);
  // Nothing had come yet: it goes on where the first stream began.
  expect(last().lastId).toBe("100");
  last().send("order", "105", order());
  await later();
  last().end();
  await later(4_000);
  expect(last().lastId).toBe("105");
});

it("takes a stream for dead that is silent for 40 seconds", async () => {
  await later();
  await later(SILENCE_MS - 10_000);
  last().alive();
  await later(SILENCE_MS - 1_000);
  expect(server.opened).toHaveLength(1);
  await later(3_000);
  expect(server.opened).toHaveLength(2);
});

it("waits longer after each failure, and polls meanwhile where somebody looks", async () => {
  render(<State />);
  await later();
  expect(screen.getByText("live")).toBeVisible();
  const asked: number[] = [];
  server.answerWith(() => {
    asked.push(Date.now());
    return new Response(null, { status: 503 });
  });
  last().end();
  await later();
  expect(screen.getByText("connecting")).toBeVisible();
  const invalidate = vi.spyOn(client, "invalidateQueries");
  await later(2 * POLL_MS);
  expect(screen.getByText("stale")).toBeVisible();
  const gaps = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(gaps.length).toBeGreaterThan(2);
  expect(gaps.length).toBeLessThan(8);
  expect(gaps.at(-1)).toBeGreaterThan(gaps[0] ?? Infinity);
  expect(invalidate).toHaveBeenCalledWith({ queryKey: keys.orders.all });
  invalidate.mockClear();
  look(true);
  await later(4 * POLL_MS);
  expect(invalidate).not.toHaveBeenCalled();
  server.answerWith(null);
  look(false);
  await later();
  expect(screen.getByText("live")).toBeVisible();
});

it("closes in a hidden tab after a while, and goes on when it is looked at again", async () => {
  await later();
  look(true);
  await later(HIDDEN_MS / 2);
  last().alive();
  await later(HIDDEN_MS / 2 - 1_000);
  expect(last().closed()).toBe(false);
  await later(2_000);
  expect(last().closed()).toBe(true);
  await later(600_000);
  expect(server.opened).toHaveLength(1);
  look(false);
  await later();
  expect(server.opened).toHaveLength(2);
  expect(last().lastId).toBe("100");
});

it("tries at once when the browser is online again", async () => {
  await later();
  server.answerWith(() => Response.error());
  window.dispatchEvent(new Event("offline"));
  await later(10_000);
  expect(last().closed()).toBe(true);
  server.answerWith(null);
  window.dispatchEvent(new Event("online"));
  await later();
  expect(server.opened).toHaveLength(2);
});

it("ends the session on a 401, and then asks no more", async () => {
  const ended = vi.fn<() => void>();
  watchSession(client, ended);
  await later();
  const refused = vi.fn<() => Response>(() => new Response(null, { status: 401 }));
  server.answerWith(refused);
  last().end();
  await later(120_000);
  expect(refused).toHaveBeenCalledOnce();
  expect(ended).toHaveBeenCalledOnce();
  expect(currentToken()).toBeNull();
});
