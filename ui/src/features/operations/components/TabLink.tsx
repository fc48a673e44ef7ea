import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { OperationsParams, OperationsTab } from "../model/tabs";

interface Props {
  params: OperationsParams;
  tab?: OperationsTab;
  children: ReactNode;
}

/** A link to an event, or to another tab about it. */
export function TabLink({ params, tab = "events", children }: Props) {
  return (
    <Link
      to="/admin/operations"
      search={{ tab, ...params }}
      resetScroll={false}
      className="inline-flex min-h-6 items-center underline underline-offset-4"
    >
      {children}
    </Link>
  );
}
