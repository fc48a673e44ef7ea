import { useEffect, useRef } from "react";

export interface SummaryItem {
  /** Id of the control that the message belongs to; without it the message stands alone. */
  fieldId?: string;
  message: string;
}

interface Props {
  items: SummaryItem[];
  title?: string;
  /** Grows by one with each failed submit, which moves the focus here. */
  attempt: number;
}

/** What is wrong with a form, on top of it, each line leading to its field. */
export function ErrorSummary({ items, title = "Please check the following", attempt }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) ref.current?.focus();
  }, [attempt]);
  if (items.length === 0) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-ui border border-danger bg-danger-soft p-4">
      <p className="font-semibold text-danger">{title}</p>
      <ul className="mt-2 grid gap-1">
        {items.map((item) => (
          <li key={`${item.fieldId ?? ""}${item.message}`}>
            {item.fieldId ? (
              <a
                href={`#${item.fieldId}`}
                className="underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault();
                  document.getElementById(item.fieldId ?? "")?.focus();
                }}
              >
                {item.message}
              </a>
            ) : (
              item.message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
