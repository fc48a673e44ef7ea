// Sends requests. Only the types come from openapi-fetch: its code would exceed the size budget of the first view.
import type { Client } from "openapi-fetch";
import type { paths } from "./types";

interface Init {
  params?: { path?: Record<string, unknown>; query?: Record<string, unknown> };
  body?: unknown;
  headers?: HeadersInit;
  signal?: AbortSignal;
  /** The request continues when the user leaves the page. */
  keepalive?: boolean;
}

function addressOf(path: string, { path: values = {}, query = {} }: NonNullable<Init["params"]>): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
  const pairs = Object.entries(query)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return `${window.location.origin}/api${filled}${pairs.length > 0 ? `?${pairs.join("&")}` : ""}`;
}

/** A typed call for each method; `send` returns the answer to a request, or throws. */
export function createCalls(send: (request: Request) => Promise<Response>) {
  const calling =
    (method: string) =>
    async (
      path: string,
      { params = {}, body, headers, signal, keepalive }: Init = {},
    ): Promise<{ data?: unknown }> => {
      const about = new Headers(headers);
      if (body !== undefined) about.set("Content-Type", "application/json");
      const request = new Request(addressOf(path, params), {
        method,
        headers: about,
        body: body === undefined ? undefined : JSON.stringify(body),
        signal,
        keepalive,
      });
      const text = await (await send(request)).text();
      return text ? { data: JSON.parse(text) } : {};
    };
  const calls = {
    GET: calling("get"),
    POST: calling("post"),
    PUT: calling("put"),
    DELETE: calling("delete"),
  };
  return calls as unknown as Pick<Client<paths>, keyof typeof calls>;
}
