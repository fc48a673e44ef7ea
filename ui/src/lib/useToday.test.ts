import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useToday } from "./useToday";

const SEATTLE = { state: "WA", latitude: 47.6, longitude: -122.3 };

beforeEach(() => {
  vi.useFakeTimers();
  // 11:50 PM in Seattle.
  vi.setSystemTime("2026-11-28T07:50:00Z");
});
afterEach(() => void vi.useRealTimers());

it("turns over at the place's midnight", () => {
  const { result } = renderHook(() => useToday(SEATTLE));
  expect(result.current).toBe("2026-11-27");
  act(() => void vi.advanceTimersByTime(9 * 60_000));
  expect(result.current).toBe("2026-11-27");
  act(() => void vi.advanceTimersByTime(60_000));
  expect(result.current).toBe("2026-11-28");
  for (let hour = 0; hour < 24; hour += 1) act(() => void vi.advanceTimersByTime(3_600_000));
  expect(result.current).toBe("2026-11-29");
});

it("turns over when a tab is shown whose timers slept", () => {
  const { result } = renderHook(() => useToday(SEATTLE));
  vi.setSystemTime("2026-11-30T07:50:00Z");
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result.current).toBe("2026-11-29");
});
