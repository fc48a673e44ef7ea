import { takeEarlyAnswer } from "@/lib/earlyAnswers";
import { lastPosition, notePosition } from "@/lib/position";
import { ApiError } from "./error";
import { createCalls } from "./request";
import { currentToken } from "./token";

export const TIMEOUT_MS = 10_000;
export const UNREACHABLE = "The server could not be reached. Please try again.";
const TIMED_OUT = "The server took too long to answer. Please try again.";

const SCHEME = "Bearer ";

type Listener = () => void;
let onSessionLost: Listener = () => {};

/** Sets the action for a refused session token. */
export function whenSessionIsLost(listener: Listener): void {
  onSessionLost = listener;
}

/** Reports that the server refused this token. A late refusal must not end the session of a newer log-in. */
export function sessionLost(token: string | null): void {
  if (token === currentToken()) onSessionLost();
}

/** Fetch with a deadline; a call without an answer becomes an ApiError with status 0. */
async function fetchWithTimeout(request: Request): Promise<Response> {
  const deadline = AbortSignal.timeout(TIMEOUT_MS);
  const ask = () => fetch(new Request(request, { signal: AbortSignal.any([request.signal, deadline]) }));
  try {
    return await (takeEarlyAnswer(request)?.catch(ask) ?? ask());
  } catch (error) {
    // The page itself cancelled the call: not a failure to show.
    if (request.signal.aborted) throw error;
    throw new ApiError(deadline.aborted ? TIMED_OUT : UNREACHABLE, 0);
  }
}

async function readBody(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** The error in an answer. */
export function failureOf(status: number, body: unknown): ApiError {
  const problem = typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
  const message = [problem.message, problem.error, problem.detail, problem.title].find(
    (text) => typeof text === "string" && text,
  );
  return new ApiError(typeof message === "string" ? message : UNREACHABLE, status, problem);
}

/** Shared by all calls: adds the token and the last seen position, and turns every refusal into an ApiError. */
async function send(request: Request): Promise<Response> {
  const token = currentToken();
  // A call may carry the token of a session that has ended in the meantime.
  if (token && !request.headers.has("Authorization")) request.headers.set("Authorization", SCHEME + token);
  const after = lastPosition();
  if (after && request.method === "GET") request.headers.set("Greenstall-After", after);
  const response = await fetchWithTimeout(request);
  notePosition(response.headers.get("Greenstall-Position"));
  if (response.ok) return response;
  const body = await readBody(response);
  const sent = request.headers.get("Authorization");
  if (response.status === 401 && sent && !request.url.endsWith("/auth/login")) {
    sessionLost(sent.slice(SCHEME.length));
  }
  throw failureOf(response.status, body);
}

/** The typed client for all calls under /api. */
export const api = createCalls(send);

/** The body of a successful answer; any other answer has already thrown an ApiError. */
export async function call<T>(answer: Promise<{ data?: T }>): Promise<NonNullable<T>> {
  return (await answer).data as NonNullable<T>;
}
