import { useEffect, useState } from "react";
import { dayAt } from "./timeZone";

const HOUR_MS = 3_600_000;

/** The present day at a place, "2026-11-21". It turns over at midnight, and when the tab was asleep then. */
export function useToday(place: Parameters<typeof dayAt>[1]): string {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const look = () => setNow(new Date());
    // Wherever the place is, its midnight is a full hour.
    const timer = setTimeout(look, HOUR_MS - (now.getTime() % HOUR_MS));
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [now]);
  return dayAt(now, place);
}
