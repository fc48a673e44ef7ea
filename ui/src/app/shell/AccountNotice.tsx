import { useLocation } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { VerifyNotice } from "./lazyParts";

/** Where nothing must come between somebody and what they do, or the page itself is about it. */
const WITHOUT = ["/checkout", "/order-confirmation", "/verify-email", "/reset-password", "/settings"];

/** What the account still has to do: fetched for those alone who have to. */
export function AccountNotice() {
  const user = useUser();
  const { pathname } = useLocation();
  if (!user || user.emailVerified !== false || WITHOUT.includes(pathname)) return null;
  return <VerifyNotice key={user._id} user={user} />;
}
