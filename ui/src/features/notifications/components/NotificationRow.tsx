import { Link } from "@tanstack/react-router";
import { BadgeCheck, Leaf, MessageCircle, Package, Store } from "lucide-react";
import { formatMoment } from "@/lib/dates";
import { cx } from "@/ui/cx";
import { useMarkRead } from "../api/markRead";
import { targetOf, type Group } from "../model/groups";
import { texts } from "../texts";

const ICONS = {
  order: Package,
  message: MessageCircle,
  product: BadgeCheck,
  organic: Leaf,
  merchant: Store,
};
type Kind = keyof typeof ICONS;

/** All notifications about one object, as a link to it. */
export function NotificationRow({ group, onLeave }: { group: Group; onLeave: () => void }) {
  const { latest, title, unread } = group;
  const markRead = useMarkRead();
  const Icon = ICONS[latest.type.split("_")[0] as Kind] ?? Package;
  const isNew = unread.length > 0;
  return (
    <Link
      {...targetOf(latest)}
      className="flex gap-3 rounded-ui px-3 py-2.5 hover:bg-sunken"
      onClick={() => {
        if (isNew) markRead.mutate(unread);
        onLeave();
      }}
    >
      <Icon aria-hidden className={cx("mt-0.5 size-5 shrink-0", isNew ? "text-leaf" : "text-muted")} />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={cx("flex-1", isNew && "font-semibold")}>{title}</span>
          <time dateTime={latest.createdAt} className="shrink-0 text-xs text-muted">
            {formatMoment(latest.createdAt)}
          </time>
        </span>
        <span className="mt-0.5 block text-sm text-muted">{latest.message}</span>
      </span>
      {isNew && (
        <span className="mt-2 size-2 shrink-0 rounded-full border-4 border-leaf">
          <span className="sr-only">{texts.unread}</span>
        </span>
      )}
    </Link>
  );
}
