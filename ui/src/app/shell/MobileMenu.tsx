import { Link } from "@tanstack/react-router";
import { Menu } from "lucide-react";
import { useState } from "react";
import type { User } from "@/api/types";
import { buttonClass } from "@/ui/buttonClass";
import { Dialog } from "@/ui/Dialog";
import { MAIN_LINKS, userLinks, type NavLink } from "../nav";
import { SearchForm } from "./SearchForm";
import { ThemeSwitch } from "./ThemeSwitch";
import { useLogout } from "./useLogout";

const item =
  "flex min-h-12 w-full items-center rounded-ui px-3 text-left text-lg font-semibold hover:bg-sunken";

/** Search and links on a phone, in a drawer. */
export function MobileMenu({ user }: { user: User | null | undefined }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const logout = useLogout();
  const links: NavLink[] = [{ label: "Home", to: "/" }, ...MAIN_LINKS, ...(user ? userLinks(user) : [])];
  return (
    <>
      <button
        type="button"
        aria-label="Open menu"
        aria-haspopup="dialog"
        className={buttonClass("quiet", "icon", "-ml-2.5 md:hidden")}
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-6" />
      </button>
      <Dialog open={open} onClose={close} title="Menu" kind="side">
        <SearchForm onSearch={close} />
        <ul className="mt-4 grid gap-1">
          {links.map((link) => (
            <li key={link.label}>
              <Link to={link.to} search={link.search} className={item} onClick={close}>
                {link.label}
              </Link>
            </li>
          ))}
          {user && (
            <li>
              <button
                type="button"
                className={item}
                onClick={() => {
                  close();
                  logout();
                }}
              >
                Logout
              </button>
            </li>
          )}
        </ul>
        <p className="mt-4 flex items-center justify-between border-t border-line pt-2 pl-3">
          Light or dark
          <ThemeSwitch />
        </p>
        {user === null && (
          <div className="mt-6 grid gap-3">
            <Link to="/login" className={buttonClass("secondary")} onClick={close}>
              Login
            </Link>
            <Link to="/signup" className={buttonClass("primary")} onClick={close}>
              Sign Up
            </Link>
          </div>
        )}
      </Dialog>
    </>
  );
}
