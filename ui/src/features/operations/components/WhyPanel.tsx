import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type FormEvent } from "react";
import { ApiError } from "@/api/error";
import { Button } from "@/ui/Button";
import { EmptyState } from "@/ui/EmptyState";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { QueryView } from "@/ui/QueryView";
import { Select } from "@/ui/Select";
import { Skeleton } from "@/ui/Skeleton";
import { whyQuery } from "../api/events";
import { objectOf, type ExplainedObject, type ExplainedKind } from "../model/explainedObject";
import { texts } from "../whyTexts";
import { Reason } from "./Reason";
import { TabLink } from "./TabLink";

interface Props {
  /** The stream of an order or a product. */
  stream: string | undefined;
  onChange: (stream: string) => void;
}

/** Explains an order's or a product's present state. */
export function WhyPanel({ stream, onChange }: Props) {
  const asked = objectOf(stream);
  return (
    <div className="grid gap-6">
      <LookUpForm asked={asked} onAsk={({ kind, id }) => onChange(`${kind}-${id}`)} />
      {asked ? <Reasons {...asked} /> : <EmptyState title={texts.none} hint={texts.noneHint} />}
    </div>
  );
}

function LookUpForm({
  asked,
  onAsk,
}: {
  asked: ExplainedObject | undefined;
  onAsk: (about: ExplainedObject) => void;
}) {
  const [kind, setKind] = useState<ExplainedKind>(asked?.kind ?? "order");
  const [id, setId] = useState(asked?.id ?? "");
  const [shown, setShown] = useState(asked?.id);
  // A link or Back leads to another object. The fields stay, and so does their focus.
  if (shown !== asked?.id) {
    setShown(asked?.id);
    setKind(asked?.kind ?? "order");
    setId(asked?.id ?? "");
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (id.trim()) onAsk({ kind, id: id.trim() });
  }
  return (
    <form role="search" aria-label={texts.label} className="flex flex-wrap items-end gap-3" onSubmit={submit}>
      <Field label={texts.kind}>
        {(props) => (
          <Select {...props} value={kind} onChange={({ target }) => setKind(target.value as ExplainedKind)}>
            <option value="order">{texts.kinds.order}</option>
            <option value="product">{texts.kinds.product}</option>
          </Select>
        )}
      </Field>
      <Field label={texts.id} className="min-w-56 flex-1">
        {(props) => (
          <Input
            {...props}
            spellCheck={false}
            placeholder={texts.hint}
            value={id}
            onChange={({ target }) => setId(target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="leaf">
        {texts.show}
      </Button>
    </form>
  );
}

function Reasons({ kind, id }: ExplainedObject) {
  const query = useQuery(whyQuery(kind, id));
  return (
    <QueryView
      query={query}
      pending={<Skeleton className="h-96" />}
      failed={{ title: texts.failed, hint: texts.tryAgain, level: 2 }}
      renderError={(error) =>
        error instanceof ApiError &&
        error.status === 404 && <EmptyState title={error.message} hint={texts.notFoundHint} />
      }
    >
      {({ reasons, leftOut }) => (
        <section aria-labelledby="why" className="grid gap-3 text-sm">
          <h2 id="why" className="text-h2">
            {texts.title[kind]}
          </h2>
          <p className="flex flex-wrap gap-x-4 gap-y-1">
            <TabLink tab="stream" params={{ stream: `${kind}-${id}` }}>
              {texts.steps}
            </TabLink>
            <ObjectLink kind={kind} id={id} />
          </p>
          {leftOut > 0 && <p className="text-muted">{texts.leftOut(leftOut)}</p>}
          <ol className="divide-y divide-line rounded-ui border border-line bg-surface">
            {reasons.map((reason) => (
              <Reason key={reason.event.eventId} reason={reason} />
            ))}
          </ol>
        </section>
      )}
    </QueryView>
  );
}

function ObjectLink({ kind, id }: ExplainedObject) {
  const linkClass = "inline-flex min-h-6 items-center underline underline-offset-4";
  return kind === "order" ? (
    <Link to="/orders/$id" params={{ id }} className={linkClass}>
      {texts.seen.order}
    </Link>
  ) : (
    <Link to="/admin/audit" search={{ subject: id }} className={linkClass}>
      {texts.seen.product}
    </Link>
  );
}
