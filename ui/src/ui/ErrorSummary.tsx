import { useEffect, useRef } from "react";
import { texts } from "./lazyTexts";

export interface SummaryItem {
  /** Id of the message's control; absent for a message about the whole form. */
  fieldId?: string;
  message: string;
}

interface Props {
  items: SummaryItem[];
  title?: string;
  /** Increases with each failed submit, which moves the focus here. */
  attempt: number;
}

/** A radio group is focused by its chosen radio, or its first. */
function focusField(id: string) {
  const field = document.getElementById(id);
  const radio = field?.querySelector<HTMLElement>("input:checked, input:not(:disabled)");
  (field instanceof HTMLFieldSetElement && radio ? radio : field)?.focus();
}

/** The errors of a form above it, each linked to its field. */
export function ErrorSummary({ items, title = texts.checkFollowing, attempt }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  const hasItems = items.length > 0;
  useEffect(() => {
    // The messages may be set shortly after the attempt.
    if (!hasItems || focused.current === attempt) return;
    focused.current = attempt;
    ref.current?.focus();
  }, [attempt, hasItems]);
  if (!hasItems) return null;
  return (
    <div ref={ref} role="alert" tabIndex={-1} className="rounded-ui border border-danger bg-danger-soft p-4">
      <p className="font-semibold text-danger">{title}</p>
      <ul className="mt-2 grid gap-1">
        {items.map(({ fieldId, message }) => (
          <li key={`${fieldId ?? ""}${message}`}>
            {fieldId ? (
              <a
                href={`#${fieldId}`}
                className="inline-flex min-h-6 items-center underline underline-offset-4"
                onClick={(event) => {
                  event.preventDefault();
                  focusField(fieldId);
                }}
              >
                {message}
              </a>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
