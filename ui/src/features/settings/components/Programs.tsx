import { useQuery } from "@tanstack/react-query";
import { KeyRound, Webhook as WebhookIcon } from "lucide-react";
import type { ReactNode } from "react";
import { formatDateTime } from "@/lib/dates";
import { Badge } from "@/ui/Badge";
import { Button } from "@/ui/Button";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import {
  apiKeysQuery,
  pauseWebhook,
  removeWebhook,
  resumeWebhook,
  revokeApiKey,
  webhooksQuery,
} from "../api/programs";
import { useProgramAct } from "../model/useProgramAct";
import { texts } from "../texts";
import { EndProgram } from "./EndProgram";
import { Section } from "./Section";

const words = texts.programs;

/** The programs that act for the account: they outlive sessions and passwords. */
export function ApiKeys() {
  const query = useQuery(apiKeysQuery);
  return (
    <Section id="api-keys" title={words.keys.title} hint={words.keys.hint}>
      <QueryView
        query={query}
        pending={<Skeleton className="h-16" />}
        failed={{ title: words.keys.failed, hint: words.tryAgain, level: 3 }}
      >
        {(all) => (
          <List section="api-keys" none={words.keys.none} isEmpty={all.length === 0}>
            {all.map(({ _id, name, scopes, createdAt }) => (
              <Row
                key={_id}
                icon={<KeyRound aria-hidden className="size-6 shrink-0 text-muted" />}
                title={name}
                facts={[scopes.join(", "), words.since(formatDateTime(createdAt))]}
              >
                <EndProgram section="api-keys" words={words.keys} name={name} end={() => revokeApiKey(_id)} />
              </Row>
            ))}
          </List>
        )}
      </QueryView>
    </Section>
  );
}

/** The addresses that are sent the account's orders and products. */
export function Webhooks() {
  const query = useQuery(webhooksQuery);
  const act = useProgramAct();
  return (
    <Section id="webhooks" title={words.webhooks.title} hint={words.webhooks.hint}>
      <QueryView
        query={query}
        pending={<Skeleton className="h-16" />}
        failed={{ title: words.webhooks.failed, hint: words.tryAgain, level: 3 }}
      >
        {(all) => (
          <List section="webhooks" none={words.webhooks.none} isEmpty={all.length === 0}>
            {all.map(({ _id, url, types, createdAt, paused }) => (
              <Row
                key={_id}
                icon={<WebhookIcon aria-hidden className="size-6 shrink-0 text-muted" />}
                title={
                  <>
                    {url} {paused && <Badge>{words.webhooks.paused}</Badge>}
                  </>
                }
                facts={[types.join(", "), words.since(formatDateTime(createdAt))]}
              >
                <Button
                  size="sm"
                  variant="secondary"
                  aria-label={paused ? words.webhooks.resumeLabel(url) : words.webhooks.pauseLabel(url)}
                  busy={act.isPending && act.variables.id === _id}
                  onClick={() => act.mutate({ id: _id, act: paused ? resumeWebhook : pauseWebhook })}
                >
                  {paused ? words.webhooks.resume : words.webhooks.pause}
                </Button>
                <EndProgram
                  section="webhooks"
                  words={words.webhooks}
                  name={url}
                  end={() => removeWebhook(_id)}
                />
              </Row>
            ))}
          </List>
        )}
      </QueryView>
    </Section>
  );
}

interface ListProps {
  section: string;
  none: string;
  isEmpty: boolean;
  children: ReactNode;
}

function List({ section, none, isEmpty, children }: ListProps) {
  if (isEmpty) return <p className="text-muted">{none}</p>;
  return (
    <ul aria-labelledby={`${section}-title`} className="divide-y divide-line border-y border-line">
      {children}
    </ul>
  );
}

interface RowProps {
  icon: ReactNode;
  title: ReactNode;
  facts: readonly string[];
  children: ReactNode;
}

function Row({ icon, title, facts, children }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      {icon}
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{title}</p>
        {facts.map((fact) => (
          <p key={fact} className="text-sm wrap-anywhere text-muted">
            {fact}
          </p>
        ))}
      </div>
      {children}
    </li>
  );
}
