import { useLocation } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { VerifyNotice } from "./lazyParts";

/** Pages without the notice: it must not interrupt a checkout, and some pages are about its topic. */
const PATHS_WITHOUT_NOTICE = [
  "/checkout",
  "/order-confirmation",
  "/verify-email",
  "/reset-password",
  "/settings",
];

/** Reminders for the account; their code loads only for accounts that have any. */
export function AccountNotice() {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user || user.emailVerified !== false || PATHS_WITHOUT_NOTICE.includes(pathname)) return null;
  return <VerifyNotice key={user._id} user={user} />;
}
