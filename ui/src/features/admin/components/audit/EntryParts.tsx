import { Link } from "@tanstack/react-router";
import type { AuditEntry } from "@/api/types";
import { formatDate, formatDateTime } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { texts } from "../../auditTexts";
import { humanized } from "../../model/auditEntry";

const linkClass = "font-semibold text-leaf underline underline-offset-4";
const filterLinkClass =
  "inline-flex min-h-6 items-center text-sm text-muted underline underline-offset-4 hover:text-ink";

/** The day, and the time below it. */
export function EntryTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={at} className="block">
      <span className="block whitespace-nowrap">{formatDate(at)}</span>
      <span className="block whitespace-nowrap text-muted">{formatDateTime(at).split(", ").at(-1)}</span>
    </time>
  );
}

/** The actor, linked to the person and to their other actions. */
export function EntryActor({ actor }: Pick<AuditEntry, "actor">) {
  const { id, name, email, role } = actor;
  return (
    <div className="min-w-0">
      {id && email ? (
        <Link to="/dashboard/admin" search={{ tab: "users", q: email, user: id }} className={linkClass}>
          {name}
        </Link>
      ) : (
        <span className="font-semibold">{name}</span>
      )}
      <span className="block text-muted">{humanized(role)}</span>
      <Link
        to="/admin/audit"
        search={(old) => ({ ...old, actor: id ?? name, page: undefined })}
        className={filterLinkClass}
      >
        {texts.onlyActor(name)}
      </Link>
    </div>
  );
}

/** The action and its subject, linked to the subject and to its other entries. */
export function EntryAction({ entry: { action, subject } }: { entry: AuditEntry }) {
  return (
    <div className="min-w-0">
      <span className="font-semibold">{humanized(action)}</span>
      <span className="block break-words">
        <span className="text-muted">{texts.types[subject.type] ?? humanized(subject.type)}</span>{" "}
        <Subject subject={subject} />
      </span>
      <Link
        to="/admin/audit"
        search={(old) => ({ ...old, subject: subject.id, page: undefined })}
        className={filterLinkClass}
      >
        {texts.onlySubject(subject.name)}
      </Link>
      {(subject.type === "order" || subject.type === "product") && (
        <Link
          to="/admin/operations"
          search={{ tab: "why", stream: `${subject.type}-${subject.id}` }}
          aria-label={texts.whyOf(subject.name)}
          className={cx(filterLinkClass, "ml-3")}
        >
          {texts.why}
        </Link>
      )}
    </div>
  );
}

function Subject({ subject: { type, id, name } }: Pick<AuditEntry, "subject">) {
  switch (type) {
    case "order":
      return (
        <Link to="/orders/$id" params={{ id }} className={linkClass}>
          {name}
        </Link>
      );
    case "product":
      return (
        <Link to="/dashboard/admin" search={{ tab: "products", q: name, product: id }} className={linkClass}>
          {name}
        </Link>
      );
    case "merchant":
    case "user":
      return name === texts.deleted ? (
        name
      ) : (
        <Link to="/dashboard/admin" search={{ tab: "users", q: name, user: id }} className={linkClass}>
          {name}
        </Link>
      );
    default:
      return name;
  }
}

/** The log position, linked to the history as of then and to the other events of the same request. */
export function EntryPosition({ entry: { position, at } }: { entry: AuditEntry }) {
  return (
    <span className="flex flex-col items-end">
      <Link
        to="/admin/audit"
        search={(old) => ({ ...old, asOf: at, page: undefined })}
        aria-label={texts.positionHint(position)}
        className={cx(filterLinkClass, "tabular-nums")}
      >
        {texts.position(position)}
      </Link>
      <Link
        to="/admin/operations"
        search={{ tab: "story", position: String(position) }}
        aria-label={texts.storyHint(position)}
        className={filterLinkClass}
      >
        {texts.story}
      </Link>
    </span>
  );
}
