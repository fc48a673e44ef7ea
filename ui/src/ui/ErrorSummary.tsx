import { useEffect, useRef } from "react";
import { texts } from "./texts";

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

/** A set of radios takes the focus with the radio that is chosen, or its first. */
function focusField(id: string) {
  const field = document.getElementById(id);
  const radio = field?.querySelector<HTMLElement>("input:checked, input:not(:disabled)");
  (field instanceof HTMLFieldSetElement && radio ? radio : field)?.focus();
}

/** What is wrong with a form, on top of it, each line leading to its field. */
export function ErrorSummary({ items, title = texts.checkFollowing, attempt }: Props) {
  const ref = useRef<HTMLDivElement>(null);
  const focused = useRef(0);
  const shown = items.length > 0;
  useEffect(() => {
    // The messages may come a moment after the attempt that they belong to.
    if (!shown || focused.current === attempt) return;
    focused.current = attempt;
    ref.current?.focus();
  }, [attempt, shown]);
  if (!shown) return null;
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
