import { Link, useSearch } from "@tanstack/react-router";
import { useUnreadMessages } from "@/api/messages";
import type { User } from "@/api/types";
import { openFinder } from "@/features/finder/model/openFinder";
import { badgeText } from "@/lib/badge";
import { Badge } from "@/ui/Badge";
import { buttonClass } from "@/ui/buttonClass";
import { Dialog } from "@/ui/Dialog";
import { texts } from "../lazyTexts";
import { MAIN_LINKS } from "../mainLinks";
import { MESSAGES, userLinks, type NavLink } from "../nav";
import { texts as headerTexts } from "../texts";
import { SearchForm } from "./SearchForm";
import { ThemeSwitch } from "./ThemeSwitch";
import { useLogout } from "./useLogout";
import { useReturnPath } from "./useReturnPath";

const itemClass =
  "flex min-h-12 w-full items-center rounded-ui px-3 text-left text-lg font-semibold hover:bg-sunken";
const COMMON_LINKS: NavLink[] = [
  { label: texts.nav.home, to: "/" },
  ...MAIN_LINKS,
  { label: texts.nav.yourCart, to: "/cart" },
];

interface Props {
  user: User | null | undefined;
  onClose: () => void;
}

/** The search and all links, on a phone. */
export function MobileDrawer({ user, onClose }: Props) {
  return (
    <Dialog open onClose={onClose} title={texts.menu} kind="side">
      <SearchForm onSearch={onClose} />
      <MenuLinks links={[...COMMON_LINKS, ...(user ? userLinks(user) : [])]} user={user} onLeave={onClose} />
      <p className="mt-4 flex items-center justify-between border-t border-line pt-2 pl-3">
        {texts.theme}
        <ThemeSwitch />
      </p>
      {user === null && <JoinLinks onLeave={onClose} />}
    </Dialog>
  );
}

interface LinksProps {
  links: NavLink[];
  user: User | null | undefined;
  onLeave: () => void;
}

function MenuLinks({ links, user, onLeave }: LinksProps) {
  const logout = useLogout();
  const unread = useUnreadMessages();
  return (
    <ul className="mt-4 grid gap-1">
      {links.map((link) => (
        <li key={link.label}>
          <Link
            to={link.to}
            params={link.params}
            search={link.search}
            className={itemClass}
            onClick={onLeave}
          >
            <span className="flex-1">{link.label}</span>
            {link.to === MESSAGES.to && unread > 0 && <Badge tone="solid">{badgeText(unread)}</Badge>}
          </Link>
        </li>
      ))}
      {user?.role === "admin" && (
        <ActionItem label={texts.findAnything} onLeave={onLeave} onClick={openFinder} />
      )}
      {user && <ActionItem label={texts.logout} onLeave={onLeave} onClick={logout} />}
    </ul>
  );
}

function ActionItem({
  label,
  onLeave,
  onClick,
}: {
  label: string;
  onLeave: () => void;
  onClick: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        className={itemClass}
        onClick={() => {
          onLeave();
          onClick();
        }}
      >
        {label}
      </button>
    </li>
  );
}

function JoinLinks({ onLeave }: { onLeave: () => void }) {
  const { redirect } = useSearch({ strict: false });
  return (
    <div className="mt-6 grid gap-3">
      <Link to="/login" search={useReturnPath()} className={buttonClass("secondary")} onClick={onLeave}>
        {headerTexts.login}
      </Link>
      <Link to="/signup" search={{ redirect }} className={buttonClass("primary")} onClick={onLeave}>
        {headerTexts.signUp}
      </Link>
    </div>
  );
}
