import { vi } from "vitest";

interface OpenedStream {
  /** The client's last event id. */
  lastId: string | null;
  authorization: string | null;
  /** Sends an event in the server's format. */
  send: (event: string, id: string, thing: unknown) => void;
  alive: () => void;
  end: () => void;
  /** Whether the client has closed the stream. */
  closed: () => boolean;
}

/** A server whose only call is `GET /stream`; the API mock handles the other calls. */
export function streamServer() {
  const opened: OpenedStream[] = [];
  let answer: (() => Response) | null = null;
  const others = globalThis.fetch;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.endsWith("/api/stream")) return others(input, init);
    const refusal = answer?.();
    if (refusal) return refusal;
    return accept(opened, init);
  });
  return {
    opened,
    /** The answer to the next calls; null: a stream. */
    answerWith: (next: (() => Response) | null) => {
      answer = next;
    },
  };
}

function accept(opened: OpenedStream[], init: RequestInit | undefined): Response {
  const headers = new Headers(init?.headers);
  const encoder = new TextEncoder();
  let closed = false;
  let controller: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (one) => {
      controller = one;
    },
    cancel: () => {
      closed = true;
    },
  });
  const write = (text: string) => controller.enqueue(encoder.encode(text));
  opened.push({
    lastId: headers.get("Last-Event-ID"),
    authorization: headers.get("Authorization"),
    send: (event, id, thing) => write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(thing)}\n\n`),
    alive: () => write(":\n\n"),
    end: () => controller.close(),
    closed: () => closed,
  });
  return new Response(body, {
    headers: { "Content-Type": "text/event-stream", "Greenstall-Position": "100" },
  });
}
