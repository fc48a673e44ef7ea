import type { ReactNode } from "react";

interface Item {
  label: string;
  icon?: ReactNode;
  /** Shown at the end, such as a count. */
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
/** A menu item that is a link or an action. */
export type MenuItem = LinkItem | ActionItem;
