import type { ReactNode } from "react";
import { formatMoment } from "@/lib/dates";
import { cx } from "@/ui/cx";

interface Props {
  own: boolean;
  author: string;
  content: string;
  createdAt: string;
  /** The sending state, below the message. */
  note?: ReactNode;
}

export function Bubble({ own, author, content, createdAt, note }: Props) {
  return (
    <li
      className={cx("flex max-w-[85%] flex-col gap-1", own ? "items-end self-end" : "items-start self-start")}
    >
      <span className="sr-only">{author}</span>
      <p
        className={cx(
          "max-w-full rounded-ui border border-transparent px-4 py-2.5 wrap-anywhere whitespace-pre-line",
          own ? "bg-leaf text-on-leaf" : "bg-sunken",
        )}
      >
        {content}
      </p>
      {note ?? (
        <time dateTime={createdAt} className="text-xs text-muted">
          {formatMoment(createdAt)}
        </time>
      )}
    </li>
  );
}
