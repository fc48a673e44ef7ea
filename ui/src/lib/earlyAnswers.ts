// Answers that `public/start.js` fetched before the page's code had loaded.

interface EarlyAnswer {
  answer: Promise<Response>;
  headers: Readonly<Record<string, string>>;
  /** Milliseconds since the page was opened. */
  askedAt: number;
}

declare global {
  interface Window {
    earlyAnswers?: Record<string, EarlyAnswer>;
  }
}

/** Older answers may be out of date. */
const FRESH_MS = 10_000;
const HEADERS = ["Authorization", "Greenstall-After"];

let oldestTakenAt = Infinity;

/** The request time of the oldest used answer, as of `Date.now()`; Infinity if none was used. */
export const oldestEarlyAnswerAt = (): number => oldestTakenAt;

/**
 * Takes the early answer to this request. Undefined unless it has the same token and position and is younger than 10
 * s.
 */
export function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response> | undefined {
  const answers = window.earlyAnswers;
  if (!answers || method !== "GET") return undefined;
  const call = url.slice(location.origin.length);
  const early = answers[call];
  if (!early) return undefined;
  delete answers[call];
  const isSame = HEADERS.every((name) => headers.get(name) === (early.headers[name] ?? null));
  const age = performance.now() - early.askedAt;
  if (!isSame || age >= FRESH_MS) return undefined;
  oldestTakenAt = Math.min(oldestTakenAt, Date.now() - age);
  return early.answer;
}
