import { useQuery } from "@tanstack/react-query";
import { formatDateTime } from "@/lib/dates";
import { Card } from "@/ui/Card";
import { overviewQuery } from "../api/operations";
import { processOf } from "../model/leases";
import { texts } from "../texts";

const words = texts.managers.leases;
const cell = "py-2 pr-4";

/** The writer leases and the processes that hold them. */
export function Leases() {
  const leases = useQuery(overviewQuery).data?.leases ?? [];
  if (leases.length === 0) return null;
  return (
    <Card className="grid min-w-0 gap-2">
      <h3 className="text-h3">{words.title}</h3>
      <p className="text-sm text-muted">{words.hint}</p>
      {/* Focusable, so that the keyboard can scroll it on a narrow screen. */}
      <div
        role="region"
        aria-label={words.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        className="min-w-0 overflow-x-auto"
      >
        <table className="w-full text-left text-sm">
          <caption className="sr-only">{words.caption}</caption>
          <thead className="text-muted">
            <tr>
              {Object.entries(words.columns).map(([key, label]) => (
                <th key={key} scope="col" className={`${cell} font-semibold`}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {leases.map((lease) => (
              <tr key={`${lease.kind} ${lease.name} ${lease.generation}`}>
                <th scope="row" className={`${cell} font-normal`}>
                  {lease.name}
                </th>
                <td className={`${cell} tabular-nums`}>{lease.generation}</td>
                <td className={cell}>{processOf(lease)}</td>
                <td className={`${cell} whitespace-nowrap`}>{formatDateTime(lease.since)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}
