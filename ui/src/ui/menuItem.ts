import type { ReactNode } from "react";

interface Item {
  label: string;
  icon?: ReactNode;
  /** Shown at the end, a count for example. */
  aside?: ReactNode;
}
interface LinkItem extends Item {
  to: string;
  params?: Record<string, string>;
  search?: Record<string, string>;
}
interface ActionItem extends Item {
  onSelect: () => void;
}
/** A line that leads somewhere or does something. */
export type MenuItem = LinkItem | ActionItem;
