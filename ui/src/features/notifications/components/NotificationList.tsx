import { useQuery } from "@tanstack/react-query";
import { useLiveState } from "@/api/live";
import { Button } from "@/ui/Button";
import { QueryView } from "@/ui/QueryView";
import { useMarkRead } from "../api/markRead";
import { notificationsQuery } from "../api/notifications";
import { groupNotifications, needsReader, type Group } from "../model/groups";
import { texts } from "../texts";
import { NotificationRow } from "./NotificationRow";

/** The panel that the bell opens. */
export function NotificationList({ onLeave }: { onLeave: () => void }) {
  const query = useQuery(notificationsQuery);
  const stale = useLiveState() === "stale";
  const markRead = useMarkRead();
  const anyUnread = query.data?.some((one) => !one.read) ?? false;
  return (
    <div className="grid gap-1">
      <div className="flex min-h-11 items-center justify-between gap-3 pl-3">
        <h2 className="text-h3">{texts.title}</h2>
        {anyUnread && (
          <Button variant="quiet" size="sm" onClick={() => markRead.mutate("all")}>
            {texts.markAll}
          </Button>
        )}
      </div>
      {stale && <p className="px-3 pb-2 text-sm text-muted">{texts.notLive}</p>}
      <QueryView
        query={query}
        pending={<p className="px-3 py-8 text-center text-muted">{texts.loading}</p>}
        failed={{ title: texts.none, hint: texts.notLoaded, level: 3 }}
        empty={
          <div className="px-3 py-8 text-center">
            <p className="font-semibold">{texts.none}</p>
            <p className="mt-1 text-sm text-muted">{texts.noneHint}</p>
          </div>
        }
      >
        {(list) => {
          const groups = groupNotifications(list);
          const asking = groups.filter(needsReader);
          const telling = groups.filter((group) => !needsReader(group));
          return (
            <>
              <Section title={texts.needsYou} groups={asking} onLeave={onLeave} />
              <Section title={texts.forInformation} groups={telling} onLeave={onLeave} />
            </>
          );
        }}
      </QueryView>
    </div>
  );
}

function Section({ title, groups, onLeave }: { title: string; groups: Group[]; onLeave: () => void }) {
  if (groups.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="px-3 pt-3 pb-1 text-sm font-semibold text-muted">{title}</h3>
      <ul>
        {groups.map((group) => (
          <li key={group.key}>
            <NotificationRow group={group} onLeave={onLeave} />
          </li>
        ))}
      </ul>
    </section>
  );
}
