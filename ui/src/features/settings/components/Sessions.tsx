import { useQuery } from "@tanstack/react-query";
import { Laptop, Smartphone } from "lucide-react";
import { formatDateTime } from "@/lib/dates";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { sessionsQuery, type Session } from "../api/sessions";
import { useSignOut } from "../model/useSignOut";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";
import { Section } from "./Section";
import { SignOutEverywhere } from "./SignOutEverywhere";

const words = texts.sessions;
const ID = "sessions";
const PHONE_SYSTEMS = ["Android", "iOS"];

/** The devices signed in to the account. */
export function Sessions() {
  const query = useQuery(sessionsQuery);
  const { leaving, signOut } = useSignOut();
  return (
    <Section id={ID} title={words.title} hint={words.hint}>
      <QueryView
        query={query}
        pending={<Skeleton className="h-24" />}
        failed={{ title: words.failed, hint: words.tryAgain, level: 3 }}
      >
        {(sessions) => {
          const remaining = sessions.filter(({ _id }) => !leaving.includes(_id));
          return (
            <>
              <ul aria-labelledby={`${ID}-title`} className="divide-y divide-line border-y border-line">
                {remaining.map((session) => (
                  <SessionRow
                    key={session._id}
                    session={session}
                    onSignOut={() => {
                      signOut(session);
                      focusSection(ID);
                    }}
                  />
                ))}
              </ul>
              {remaining.length > 1 ? <SignOutEverywhere /> : <p className="mt-4 text-muted">{words.none}</p>}
            </>
          );
        }}
      </QueryView>
    </Section>
  );
}

function SessionRow({ session, onSignOut }: { session: Session; onSignOut: () => void }) {
  const { browser, system, createdAt, expiresAt, current } = session;
  const agent = words.agent(browser, system);
  const Icon = PHONE_SYSTEMS.includes(system ?? "") ? Smartphone : Laptop;
  const since = formatDateTime(createdAt);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {agent ?? (!current && words.otherDevice)}
          {current && <Badge tone="leaf">{words.thisDevice}</Badge>}
        </p>
        <p className="text-sm text-muted">
          <time dateTime={createdAt}>{words.since(since)}</time>
          {" · "}
          <time dateTime={expiresAt}>{words.until(formatDateTime(expiresAt))}</time>
        </p>
      </div>
      {!current && (
        <Button size="sm" variant="secondary" aria-label={words.signOutLabel(since)} onClick={onSignOut}>
          {words.signOut}
        </Button>
      )}
    </li>
  );
}
