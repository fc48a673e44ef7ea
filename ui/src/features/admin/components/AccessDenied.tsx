import { ShieldX } from "lucide-react";
import { ApiError } from "@/api/error";
import { EmptyState } from "@/ui/EmptyState";
import { texts } from "../texts";

/** For former admins: the role can be lost while the page is open. */
const AccessDenied = () => (
  <EmptyState
    title={texts.accessDenied}
    hint={texts.accessDeniedHint}
    icon={<ShieldX aria-hidden className="size-10" />}
  />
);

/** Replaces a list when the server answers 403; nothing for other errors. */
export const renderAccessDenied = (error: unknown) =>
  error instanceof ApiError && error.status === 403 ? <AccessDenied /> : null;
