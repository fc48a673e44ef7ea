import type { ReactNode } from "react";

interface Props {
  title: string;
  /** The heading level on the surrounding page. */
  level?: 1 | 2 | 3;
  hint?: ReactNode;
  icon?: ReactNode;
  action?: ReactNode;
}

/** An empty list: why it is empty, and the next action. */
export function EmptyState({ title, level = 2, hint, icon, action }: Props) {
  const Heading = `h${level}` as const;
  return (
    <div className="flex flex-col items-center gap-3 rounded-ui border border-dashed border-line px-6 py-14 text-center">
      {icon && <div className="text-leaf">{icon}</div>}
      <Heading tabIndex={level === 1 ? -1 : undefined} className="text-h2">
        {title}
      </Heading>
      {hint && <p className="max-w-prose text-muted">{hint}</p>}
      {action && <div className="mt-3 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  );
}
