import type { User } from "@/api/types";
import { Bell } from "@/features/notifications/components/Bell";
import { lazyComponent } from "@/ui/lazyComponent";
import { CartLink } from "./CartLink";
import { MessagesLink } from "./MessagesLink";
import { UserMenu } from "./UserMenu";

const FinderButton = lazyComponent(() =>
  import("@/features/finder/components/FinderButton").then((file) => file.FinderButton),
);

/** The header's part for a signed-in user. */
export function AccountBar({ user }: { user: User }) {
  return (
    <>
      {user.role === "admin" && <FinderButton />}
      <Bell />
      <MessagesLink />
      <CartLink />
      <UserMenu user={user} />
    </>
  );
}
