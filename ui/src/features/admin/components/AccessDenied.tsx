import { ShieldX } from "lucide-react";
import { ApiError } from "@/api/error";
import { EmptyState } from "@/ui/EmptyState";
import { texts } from "../texts";

/** For those who are no admins any more: the role can be lost while the page is open. */
const AccessDenied = () => (
  <EmptyState
    title={texts.accessDenied}
    hint={texts.accessDeniedHint}
    icon={<ShieldX aria-hidden className="size-10" />}
  />
);

/** What stands in the place of a list that only admins may read; nothing for other errors. */
export const denied = (error: unknown) =>
  error instanceof ApiError && error.status === 403 ? <AccessDenied /> : null;
