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

/** The answer to this very request, once; nothing if it was not asked for, or long ago, or by somebody else. */
export function takeEarlyAnswer({ method, url, headers }: Request): Promise<Response> | undefined {
  const call = url.slice(location.origin.length);
  const answers = window.earlyAnswers;
  const early = answers?.[call];
  if (!early || method !== "GET") return undefined;
  delete answers[call];
  const isSame = HEADERS.every((name) => headers.get(name) === (early.headers[name] ?? null));
  return isSame && performance.now() - early.askedAt < FRESH_MS ? early.answer : undefined;
}
