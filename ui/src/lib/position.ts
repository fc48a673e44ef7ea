// Reads see one's own writes: the highest `Greenstall-Position` of any answer is sent along with every read, and the
// server waits until its views have reached it. Positions are decimal numbers beyond what a double holds exactly.
import { readText, writeText } from "./storage";

const KEY = "greenstall-position";
const isPosition = (value: string | null): value is string => value !== null && /^\d+$/.test(value);

/** What to send as `Greenstall-After`; null before the first write of this tab. */
export function lastPosition(): string | null {
  const stored = readText(KEY, "sessionStorage");
  return isPosition(stored) ? stored : null;
}

/** Keeps the header's value if it is higher than what was seen before. */
export function notePosition(header: string | null): void {
  if (!isPosition(header)) return;
  const known = lastPosition();
  if (known === null || BigInt(header) > BigInt(known)) writeText(KEY, header, "sessionStorage");
}
