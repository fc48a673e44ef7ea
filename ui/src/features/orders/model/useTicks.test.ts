import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { useTicks } from "./useTicks";

beforeEach(() => localStorage.clear());

it("keeps ticks over a reload, for one day and one merchant", () => {
  const first = renderHook(() => useTicks("m1", "2026-11-21"));
  act(() => first.result.current.tick({ a: 3 }));
  first.unmount();
  expect(renderHook(() => useTicks("m2", "2026-11-21")).result.current.ticks).toEqual({});
  expect(renderHook(() => useTicks("m1", "2026-11-21")).result.current.ticks).toEqual({ a: 3 });
  expect(renderHook(() => useTicks("m1", "2026-11-22")).result.current.ticks).toEqual({});
  // Ticks of the day before are removed, those of the other merchant are not.
  expect(localStorage).toHaveLength(0);
});

it("ignores a stored value that is not a list of ticks", () => {
  localStorage.setItem("greenstall-today:m1:2026-11-21", '{"a":"x","b":2}');
  expect(renderHook(() => useTicks("m1", "2026-11-21")).result.current.ticks).toEqual({ b: 2 });
});

it("loses no tick when two tabs tick at the same time", () => {
  const key = "greenstall-today:m1:2026-11-21";
  const { result } = renderHook(() => useTicks("m1", "2026-11-21"));
  act(() => result.current.tick({ a: 3 }));
  // The other tab's event has not arrived here yet.
  localStorage.setItem(key, JSON.stringify({ a: 3, b: 2 }));
  act(() => result.current.tick({ c: 1 }));
  expect(result.current.ticks).toEqual({ a: 3, b: 2, c: 1 });
  localStorage.setItem(key, JSON.stringify({ a: 0, b: 2, c: 1 }));
  act(() => void window.dispatchEvent(new StorageEvent("storage", { key })));
  expect(result.current.ticks).toEqual({ a: 0, b: 2, c: 1 });
});
