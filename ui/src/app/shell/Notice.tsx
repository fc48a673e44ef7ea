import type { ReactNode } from "react";

/** A full-width line about the state of the shop. */
export function Notice({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <div className="border-b border-line bg-butter-soft text-sm font-medium text-butter-ink">
      <div className="container-page flex min-h-11 flex-wrap items-center justify-center gap-x-3 gap-y-1 py-1.5 text-center">
        {icon}
        {children}
      </div>
    </div>
  );
}
