import type { ReactNode } from "react";

/** The id of the heading that takes the focus when its step begins. */
export const STEP_TITLE = "step-title";

export function StepTitle({ children }: { children: ReactNode }) {
  return (
    <h2 id={STEP_TITLE} tabIndex={-1} className="text-h2 outline-none">
      {children}
    </h2>
  );
}
