import type { Order } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { statusLabel } from "../model/status";
import { texts } from "../texts";

interface Props {
  order: Order;
  /** Undefined: the reader's. */
  timeZone?: string;
}

/** The order's history, oldest first. */
export function OrderTimeline({ order, timeZone }: Props) {
  return (
    <ol aria-label={texts.timeline} className="grid gap-2 border-l-2 border-line pl-4 text-sm">
      {order.timeline.map((entry) => (
        <li key={`${entry.status}${entry.timestamp}`}>
          <span className="font-semibold">{statusLabel(entry.status)}</span>{" "}
          <time dateTime={entry.timestamp} className="text-muted">
            {formatDateTime(entry.timestamp, timeZone)}
          </time>
          {entry.note && <span className="block whitespace-pre-line text-muted">{entry.note}</span>}
        </li>
      ))}
    </ol>
  );
}
