import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";
import { cx } from "./cx";

export interface TabItem<T extends string> {
  value: T;
  label: ReactNode;
}

interface Props<T extends string> {
  /** Names the set for assistive technology. */
  label: string;
  tabs: readonly TabItem<T>[];
  value: T;
  onChange: (value: T) => void;
  /** The panel of the chosen tab. */
  children: ReactNode;
}

/** Tabs with arrow keys, Home and End; the caller keeps the chosen one (usually in the URL). */
export function Tabs<T extends string>({ label, tabs, value, onChange, children }: Props<T>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  // On a narrow screen the list scrolls: keep the chosen tab in sight.
  useEffect(() => {
    const chosen = document.getElementById(`${id}-tab-${value}`);
    if (!chosen || !list.current) return;
    // Scroll the list alone: `scrollIntoView` would also scroll a page whose tabs are below the fold.
    const tab = chosen.getBoundingClientRect();
    const visibleArea = list.current.getBoundingClientRect();
    list.current.scrollLeft +=
      Math.max(0, tab.right - visibleArea.right) - Math.max(0, visibleArea.left - tab.left);
  }, [id, value]);
  function onKeyDown(event: KeyboardEvent) {
    const index = tabs.findIndex((tab) => tab.value === value);
    const last = tabs.length - 1;
    const target = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key];
    const next = target === undefined ? undefined : tabs[target];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target ?? 0]?.focus();
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex gap-1 overflow-x-auto border-b border-line print:hidden"
      >
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={onKeyDown}
            className={cx(
              "chosen-edge min-h-11 shrink-0 border-b-3 px-4 font-semibold max-sm:px-3 max-sm:text-sm -outline-offset-3",
              tab.value === value ? "text-ink" : "text-muted hover:text-ink",
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`} className="pt-6">
        {children}
      </div>
    </>
  );
}
