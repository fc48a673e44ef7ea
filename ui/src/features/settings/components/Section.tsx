import type { ReactNode } from "react";
import { Card } from "@/ui/Card";
import { titleId } from "../model/focusSection";

interface Props {
  id: string;
  title: string;
  hint?: ReactNode;
  children: ReactNode;
}

/** A part of the settings with its own Save. Its heading takes the focus when the focused element is removed. */
export function Section({ id, title, hint, children }: Props) {
  return (
    <Card>
      <section aria-labelledby={titleId(id)} className="grid gap-5">
        <div>
          <h2 id={titleId(id)} tabIndex={-1} className="text-h2">
            {title}
          </h2>
          {hint && <p className="mt-1 text-muted">{hint}</p>}
        </div>
        {children}
      </section>
    </Card>
  );
}
