import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { compact } from "@/lib/search";
import { Card } from "@/ui/Card";
import { Page, PageTitle } from "@/ui/Page";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { overviewQuery } from "../api/operations";
import type { OperationsTab } from "../model/tabs";
import { texts } from "../texts";
import { Backups } from "./Backups";
import { ManagersPanel } from "./ManagersPanel";
import { ParkedPanel } from "./ParkedPanel";
import { ViewsPanel } from "./ViewsPanel";

/** Most visits only check the health of the system, so the log's code loads when it is opened. */
const EventsPanel = lazy(() => import("./EventsPanel").then((file) => ({ default: file.EventsPanel })));
const StreamPanel = lazy(() => import("./StreamPanel").then((file) => ({ default: file.StreamPanel })));
const StoryPanel = lazy(() => import("./StoryPanel").then((file) => ({ default: file.StoryPanel })));
const PersonPanel = lazy(() => import("./PersonPanel").then((file) => ({ default: file.PersonPanel })));
const WhyPanel = lazy(() => import("./WhyPanel").then((file) => ({ default: file.WhyPanel })));

const route = getRouteApi("/admin/operations");
const tabs = [
  { value: "views", label: texts.tabs.views },
  { value: "parked", label: texts.tabs.parked },
  { value: "managers", label: texts.tabs.managers },
  { value: "events", label: texts.tabs.events },
  { value: "stream", label: texts.tabs.stream },
  { value: "why", label: texts.tabs.why },
  { value: "story", label: texts.tabs.story },
  { value: "person", label: texts.tabs.person },
] as const;

/** The operations console: the system's health, and an operator's actions on it. */
export function OperationsPage() {
  const { tab = "views", ...params } = route.useSearch();
  const navigate = route.useNavigate();
  const open = (next: OperationsTab) => void navigate({ search: { tab: next }, replace: true });
  return (
    <Page title={texts.title}>
      <PageTitle>{texts.title}</PageTitle>
      <p className="mt-1 text-muted">{texts.hint}</p>
      <div className="mt-4">
        <HealthSentence withBackups={tab === "views"} />
      </div>
      <div className="mt-6">
        <Tabs label={texts.title} tabs={tabs} value={tab} onChange={open}>
          <h2 className="sr-only">{texts.tabs[tab]}</h2>
          {tab === "views" && <ViewsPanel onParked={() => open("parked")} />}
          {tab === "parked" && <ParkedPanel />}
          {tab === "managers" && <ManagersPanel />}
          <Suspense fallback={<Skeleton className="h-screen" />}>
            {tab === "events" && (
              <EventsPanel
                params={params}
                onFilter={(filter) => void navigate({ search: { tab, ...filter } })}
              />
            )}
            {tab === "stream" && (
              <StreamPanel
                stream={params.stream}
                version={Number(params.version) || undefined}
                asOf={params.asOf}
                onChange={(stream, at) =>
                  void navigate({
                    search: compact({
                      tab,
                      stream,
                      version: at?.version?.toString(),
                      asOf: at?.asOf,
                    }),
                    replace: at !== undefined,
                    resetScroll: false,
                  })
                }
              />
            )}
            {tab === "story" && (
              <StoryPanel params={params} onChange={(of) => void navigate({ search: { tab, ...of } })} />
            )}
            {tab === "person" && (
              <PersonPanel who={params.who} onChange={(who) => void navigate({ search: { tab, who } })} />
            )}
            {tab === "why" && (
              <WhyPanel
                stream={params.stream}
                onChange={(stream) => void navigate({ search: { tab, stream } })}
              />
            )}
          </Suspense>
        </Tabs>
      </div>
    </Page>
  );
}

/** The health of the system in one line, and on the first tab the state of the backups. */
function HealthSentence({ withBackups }: { withBackups: boolean }) {
  const query = useQuery(overviewQuery);
  return (
    <QueryView
      query={query}
      pending={<Skeleton className={withBackups ? "h-86 sm:h-66" : "h-24"} />}
      failed={{ title: texts.overviewFailed, hint: texts.tryAgain }}
    >
      {({ sentence, head, views, parked, refunds, managers, backups }) => {
        const well =
          views.current === views.total &&
          parked.events + parked.steps + refunds.waiting === 0 &&
          managers.running;
        return (
          <div className="grid gap-4">
            <Card tone={well ? "leaf" : "butter"}>
              <p role="status" className="text-h3">
                {sentence}
              </p>
              <p className="mt-1 text-sm text-muted tabular-nums">{texts.headAt(head)}</p>
            </Card>
            {withBackups && <Backups backups={backups} />}
          </div>
        );
      }}
    </QueryView>
  );
}
