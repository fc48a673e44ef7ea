import type { ReactNode } from "react";

/**
 * The bar of the main action: fixed to the bottom edge of a small screen, in the page's flow on a wide one. On a
 * small screen its parent must be a flex column.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 -mx-[clamp(1rem,4vw,2.5rem)] flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line bg-paper px-[clamp(1rem,4vw,2.5rem)] py-3 lg:static lg:m-0 lg:justify-end lg:border-0 lg:bg-transparent lg:p-0">
      {children}
    </div>
  );
}

/** The total beside the bar's button; a wide screen shows it in the summary. */
export function BottomBarTotal({ label, value }: { label: string; value: string }) {
  return (
    <p className="text-sm text-muted lg:hidden">
      {label} <span className="block text-lg font-bold text-ink tabular-nums">{value}</span>
    </p>
  );
}
