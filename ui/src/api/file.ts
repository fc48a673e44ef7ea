// Downloads that the server writes as it reads: no limit on the total time, only on silence.
import { failureOf, sessionLost, UNREACHABLE } from "./client";
import { ApiError } from "./error";
import { currentToken } from "./token";

/** A connection without a byte for this long is dead. */
const SILENCE_MS = 60_000;

/** Fetches the whole file; an incomplete one is an error. `body` is sent as JSON with POST. */
export async function fetchFile(path: string, body?: unknown): Promise<Blob> {
  const abort = new AbortController();
  let timer = setTimeout(() => abort.abort(), SILENCE_MS);
  const onBytes = () => {
    clearTimeout(timer);
    timer = setTimeout(() => abort.abort(), SILENCE_MS);
  };
  const token = currentToken();
  const headers = new Headers({ Authorization: `Bearer ${token}` });
  if (body !== undefined) headers.set("Content-Type", "application/json");
  try {
    const response = await fetch(`/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: abort.signal,
    });
    if (!response.ok) {
      if (response.status === 401) sessionLost(token);
      throw failureOf(response.status, await response.json().catch(() => null));
    }
    return await readBody(response, onBytes);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(UNREACHABLE, 0);
  } finally {
    clearTimeout(timer);
  }
}

async function readBody(response: Response, heard: () => void): Promise<Blob> {
  const type = response.headers.get("Content-Type") ?? "";
  const parts: BlobPart[] = [];
  const reader = response.body?.getReader();
  for (;;) {
    heard();
    const next = await reader?.read();
    if (!next || next.done) return new Blob(parts, { type });
    parts.push(next.value);
  }
}
