import { expect, it } from "vitest";
import { eventParser } from "./serverEvents";

const order = { event: "order", data: '{"a":1}', id: "17" };

it("reads events between comments", () => {
  const text = ': alive\n\nevent: order\nid: 17\ndata: {"a":1}\n\n: alive\n\n';
  expect(eventParser()(text)).toEqual([order]);
});

it("reads events that arrive in pieces of any size", () => {
  const parse = eventParser();
  const events = [...'event: order\r\nid: 17\r\ndata: {"a":1}\r\n\r\n:\r\n'].flatMap((letter) =>
    parse(letter),
  );
  expect(events).toEqual([order]);
});

it("joins data lines, and keeps the id until the next one", () => {
  const parse = eventParser();
  expect(parse("id: 5\ndata: one\ndata:two\n\ndata: three\n\n")).toEqual([
    { event: "message", data: "one\ntwo", id: "5" },
    { event: "message", data: "three", id: "5" },
  ]);
});

it("returns nothing for an event without data, or one that was cut off", () => {
  const parse = eventParser();
  expect(parse("event: order\nid: 5\n\ndata: half")).toEqual([]);
});
