import type { User } from "@/api/types";
import { Bell } from "@/features/notifications/components/Bell";
import { CartLink } from "./CartLink";
import { MessagesLink } from "./MessagesLink";
import { UserMenu } from "./UserMenu";

/** The header's part for whoever is signed in. */
export function AccountBar({ user }: { user: User }) {
  return (
    <>
      <Bell />
      <MessagesLink />
      <CartLink />
      <UserMenu user={user} />
    </>
  );
}
