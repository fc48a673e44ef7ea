import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState, type ReactNode } from "react";
import { sessionQuery, useUser } from "@/api/session";
import type { User } from "@/api/types";
import { UnsavedGuard } from "@/ui/form/UnsavedGuard";
import { Page, PageTitle } from "@/ui/Page";
import { Skeleton } from "@/ui/Skeleton";
import { Tabs } from "@/ui/Tabs";
import { GuardedForms } from "../model/guardedForms";
import { tabsFor, type SettingsTab } from "../model/tabs";
import { texts } from "../texts";
import { Payments } from "./Payments";

// The code of a tab loads when the tab is opened.
const PersonalInfo = lazy(() => import("./PersonalInfo").then((file) => ({ default: file.PersonalInfo })));
const BusinessInfo = lazy(() => import("./BusinessInfo").then((file) => ({ default: file.BusinessInfo })));
const Security = lazy(() => import("./Security").then((file) => ({ default: file.Security })));
const Notifications = lazy(() => import("./Notifications").then((file) => ({ default: file.Notifications })));
const Privacy = lazy(() => import("./Privacy").then((file) => ({ default: file.Privacy })));

const route = getRouteApi("/settings");
/** An account read longer ago may have changed elsewhere. */
const FRESH_MS = 10_000;

const PANELS: Record<SettingsTab, (user: User) => ReactNode> = {
  personal: (user) => <PersonalInfo user={user} />,
  business: (user) => <BusinessInfo user={user} />,
  security: (user) => <Security user={user} />,
  notifications: (user) => <Notifications user={user} />,
  payments: () => <Payments />,
  privacy: (user) => <Privacy user={user} />,
};

export function SettingsPage() {
  const client = useQueryClient();
  const user = useUser();
  const [forms] = useState(() => new Set<() => boolean>());
  useEffect(() => {
    client.query({ ...sessionQuery, staleTime: FRESH_MS }).catch(() => {});
  }, [client]);
  return (
    <Page title={texts.title} className="max-w-4xl">
      <PageTitle>{texts.title}</PageTitle>
      <p className="mt-1 text-muted">{texts.hint}</p>
      <GuardedForms value={forms}>
        {/* Another account has other settings. */}
        {user ? <SettingsTabs key={user._id} user={user} /> : <Skeleton className="mt-6 h-96" />}
      </GuardedForms>
      <UnsavedGuard kept form={{ isUnsaved: () => [...forms].some((isUnsaved) => isUnsaved()) }} />
    </Page>
  );
}

/** An opened tab stays mounted behind the others, with its typed values. */
function SettingsTabs({ user }: { user: User }) {
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const tabs = tabsFor(user.role);
  const value = tabs.find((one) => one === tab) ?? "personal";
  const [opened, setOpened] = useState<readonly SettingsTab[]>([value]);
  if (!opened.includes(value)) setOpened([...opened, value]);
  return (
    <div className="mt-6">
      <Tabs
        label={texts.title}
        tabs={tabs.map((one) => ({ value: one, label: texts.tabs[one] }))}
        value={value}
        onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
      >
        {tabs
          .filter((one) => opened.includes(one))
          .map((one) => (
            <div key={one} hidden={one !== value}>
              <Suspense fallback={<Skeleton className="h-96" />}>{PANELS[one](user)}</Suspense>
            </div>
          ))}
      </Tabs>
    </div>
  );
}
