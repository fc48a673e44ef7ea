import { useLocation } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { paymentsKey } from "@/lib/paymentsKey";
import { readText } from "@/lib/storage";
import { PaidOrders, VerifyNotice } from "./lazyParts";

/** Pages without the reminder to verify: it must not interrupt a checkout, and some pages are about it. */
const PATHS_WITHOUT_REMINDER = [
  "/checkout",
  "/order-confirmation",
  "/verify-email",
  "/reset-password",
  "/settings",
];

/** Notices for the account: orders of earlier payments, a reminder. Their code loads only for accounts that need it. */
export function AccountNotice() {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user) return null;
  const isUnverified = user.emailVerified === false && !PATHS_WITHOUT_REMINDER.includes(pathname);
  return (
    <>
      {readText(paymentsKey(user._id)) !== null && <PaidOrders key={`paid-${user._id}`} userId={user._id} />}
      {isUnverified && <VerifyNotice key={user._id} user={user} />}
    </>
  );
}
