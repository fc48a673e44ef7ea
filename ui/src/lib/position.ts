// Lets reads see the tab's own writes: every read sends the highest `Greenstall-Position` of any answer, and the
// server waits until its views have reached it. Positions are decimal numbers beyond the precision of a double.
import { readText, writeText } from "./storage";

const POSITION_KEY = "greenstall-position";
const isPosition = (value: string | null): value is string => value !== null && /^\d+$/.test(value);

/** The value of `Greenstall-After`; null before the first write of this tab. */
export function lastPosition(): string | null {
  const stored = readText(POSITION_KEY, "sessionStorage");
  return isPosition(stored) ? stored : null;
}

/** Stores the header's value if it is higher than the last one. */
export function notePosition(header: string | null): void {
  if (!isPosition(header)) return;
  const known = lastPosition();
  if (known === null || BigInt(header) > BigInt(known)) writeText(POSITION_KEY, header, "sessionStorage");
}
