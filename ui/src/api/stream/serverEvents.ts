// Reads text/event-stream (https://html.spec.whatwg.org/multipage/server-sent-events.html). The browser's own EventSource
// cannot send the bearer header.

export interface ServerEvent {
  event: string;
  data: string;
  /** The last id received, with this event or an earlier one; "" before the first. */
  id: string;
}

/** Takes text in pieces of any size and returns the complete events. */
export function eventParser(): (text: string) => ServerEvent[] {
  let unparsed = "";
  let id = "";
  let event = "";
  let data: string[] = [];
  return (text) => {
    const events: ServerEvent[] = [];
    // A line may end in CR, LF or both; a CR at the end may be the first half of a pair.
    const lines = (unparsed + text).split(/\r\n|\n|\r(?!$)/);
    unparsed = lines.pop() ?? "";
    for (const line of lines) {
      if (line === "") {
        if (data.length > 0) events.push({ event: event || "message", data: data.join("\n"), id });
        event = "";
        data = [];
        continue;
      }
      const colon = line.indexOf(":");
      const field = colon === -1 ? line : line.slice(0, colon);
      const value = colon === -1 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "event") event = value;
      else if (field === "data") data.push(value);
      else if (field === "id") id = value;
    }
    return events;
  };
}
