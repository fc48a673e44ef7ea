// Answers that `public/start.js` asked for while the code of the page was on its way.

interface EarlyAnswer {
  answer: Promise<Response>;
  headers: Readonly<Record<string, string>>;
  /** In milliseconds since the page was opened. */
  askedAt: number;
}

declare global {
  interface Window {
    earlyAnswers?: Record<string, EarlyAnswer>;
  }
}

/** Older answers may not be true any more. */
const FRESH_MS = 10_000;
const HEADERS = ["Authorization", "Greenstall-After"];

let oldestTakenAt = Infinity;

/** When the oldest answer that was taken was asked for, as `Date.now()` tells it; Infinity: none was taken. */
export const oldestEarlyAnswerAt = (): number => oldestTakenAt;

/** Takes the early answer to this request. Undefined unless it has the same token and position and is younger than 10 s. */
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
