import { useQuery } from "@tanstack/react-query";
import type { ManagerReport } from "@/api/types";
import { formatDateTime } from "@/lib/dates";
import { formatMoney } from "@/lib/money";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyState } from "@/ui/EmptyState";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { managersQuery } from "../api/operations";
import { processOf } from "../model/leases";
import { texts } from "../texts";
import { Leases } from "./Leases";
import { StepActions } from "./StepActions";

const words = texts.managers;
const cell = "py-2 pr-4 align-top";

const tones: Record<ManagerReport["state"], BadgeTone> = {
  running: "leaf",
  failing: "danger",
  stopped: "danger",
};

/** The process managers, with their waiting and failing steps. */
export function ManagersPanel() {
  const query = useQuery(managersQuery);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: words.failed, hint: texts.tryAgain }}
      empty={<EmptyState title={words.none} />}
      isEmpty={({ managers }) => managers.length === 0}
    >
      {({ lease, managers }) => (
        <div className="grid gap-4">
          <p className={lease ? "text-muted" : "font-semibold text-danger"}>
            {lease ? words.runBy(processOf(lease), formatDateTime(lease.since)) : words.nobody}
          </p>
          <ul aria-label={texts.tabs.managers} className="grid gap-4">
            {managers.map((manager) => (
              <li key={manager.name} className="min-w-0">
                <Manager manager={manager} />
              </li>
            ))}
          </ul>
          <Leases />
        </div>
      )}
    </QueryView>
  );
}

function Manager({ manager }: { manager: ManagerReport }) {
  const { name, subjects, entries } = manager;
  return (
    <Card role="group" aria-label={name} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-h3 wrap-anywhere">{name}</h3>
        <Badge tone={tones[manager.state]}>{words.states[manager.state]}</Badge>
      </div>
      <p className="text-sm text-muted">{words.follows(manager.category, manager.position)}</p>
      <p className="text-sm">
        {entries === 0
          ? words.idle
          : words.figures(entries, manager.overdue, manager.failing, manager.parked)}
      </p>
      {subjects.length > 0 && (
        // Focusable, so that the keyboard can scroll it on a narrow screen.
        <div
          role="region"
          aria-label={words.caption(name)}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
          tabIndex={0}
          className="min-w-0 overflow-x-auto"
        >
          <table className="w-full text-left text-sm">
            <caption className="sr-only">{words.caption(name)}</caption>
            <thead className="text-muted">
              <tr>
                {Object.entries(words.columns).map(([key, label]) => (
                  <th key={key} scope="col" className={`${cell} font-semibold`}>
                    {label}
                  </th>
                ))}
                <th scope="col" className={`${cell} font-semibold`}>
                  {words.act}
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {subjects.map((subject) => (
                <tr key={subject.id}>
                  <th scope="row" className={`${cell} font-normal`}>
                    {subject.step}
                    <span className="block break-all text-muted">{subject.stream}</span>
                  </th>
                  <td className={`${cell} whitespace-nowrap`}>
                    {subject.parkedAt ? (
                      <Badge tone="danger">{words.parkedStep}</Badge>
                    ) : (
                      formatDateTime(subject.dueAt)
                    )}
                  </td>
                  <td className={`${cell} tabular-nums`}>{subject.tries}</td>
                  <td className={`${cell} whitespace-nowrap`}>
                    {subject.money && words.money[subject.money.kind](formatMoney(subject.money.amount))}
                  </td>
                  <td className={`${cell} break-words text-danger`}>{subject.error}</td>
                  <td className={cell}>
                    <StepActions manager={name} step={subject} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {entries > subjects.length && (
        <p className="text-sm text-muted">{words.shown(subjects.length, entries)}</p>
      )}
    </Card>
  );
}
