import { ChevronDown, LogOut } from "lucide-react";
import type { User } from "@/api/types";
import { useUnreadMessages } from "@/api/messages";
import { badgeText } from "@/lib/badge";
import { Badge } from "@/ui/Badge";
import { Menu } from "@/ui/Menu";
import { MESSAGES, userLinks } from "../nav";
import { texts } from "../lazyTexts";
import { Avatar } from "./Avatar";
import { useLogout } from "./useLogout";

/** A merchant's business name, else the user's name. */
const nameOf = (user: User) => (user.role === "merchant" && user.businessInfo?.businessName) || user.name;

/** The signed-in user's links, behind a button with their name. */
export function UserMenu({ user }: { user: User }) {
  const logout = useLogout();
  const unread = useUnreadMessages();
  const name = nameOf(user);
  const links = userLinks(user).map((link) =>
    link.to === MESSAGES.to && unread > 0
      ? { ...link, aside: <Badge tone="solid">{badgeText(unread)}</Badge> }
      : link,
  );
  const leave = {
    label: texts.logout,
    icon: <LogOut aria-hidden className="size-4" />,
    onSelect: logout,
  };
  return (
    <Menu
      heading={user.email}
      groups={[links, [leave]]}
      trigger={(props) => (
        <button
          {...props}
          type="button"
          className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-ui px-1 font-semibold sm:px-2 hover:bg-sunken"
        >
          <Avatar user={user} name={name} />
          <span className="sr-only">{texts.accountMenu}</span>{" "}
          <span className="max-w-36 truncate max-xl:sr-only">{name}</span>
          <ChevronDown aria-hidden className="size-4 max-sm:hidden" />
        </button>
      )}
    />
  );
}
