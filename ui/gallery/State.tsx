import type { ReactNode } from "react";

interface Props {
  /** The name of the state: "busy", "long words". */
  name: string;
  /** The pictures show its control as hovered or focused by keyboard. */
  as?: "hover" | "focus-visible";
  /** Takes the whole row. */
  wide?: boolean;
  children: ReactNode;
}

/** A component in one of its states. */
export function State({ name, as, wide, children }: Props) {
  return (
    <div className={wide ? "col-span-full min-w-0" : "min-w-0"}>
      <p className="mb-1.5 text-xs text-muted">{name}</p>
      <div data-as={as}>{children}</div>
    </div>
  );
}

/** The states of a component side by side, under its name. */
export function States({
  of,
  columns = 4,
  children,
}: {
  of: string;
  columns?: 1 | 2 | 3 | 4 | 5;
  children: ReactNode;
}) {
  const widths = {
    1: "grid-cols-1",
    2: "sm:grid-cols-2",
    3: "sm:grid-cols-3",
    4: "grid-cols-2 sm:grid-cols-4",
    5: "grid-cols-2 sm:grid-cols-5",
  };
  return (
    <div className="mt-6 first:mt-0">
      <h3 className="mb-3 border-b border-line pb-1 text-h3">{of}</h3>
      <div className={`grid items-start gap-4 ${widths[columns]}`}>{children}</div>
    </div>
  );
}
