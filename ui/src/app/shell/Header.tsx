import { Link } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { ButtonLink } from "@/ui/ButtonLink";
import { MAIN_LINKS } from "../nav";
import { CartLink } from "./CartLink";
import { Logo } from "./Logo";
import { MobileMenu } from "./MobileMenu";
import { SearchForm } from "./SearchForm";
import { ThemeSwitch } from "./ThemeSwitch";
import { UserMenu } from "./UserMenu";

export function Header() {
  const user = useUser();
  return (
    <header className="sticky top-0 z-30 bg-paper">
      <div className="border-b border-line">
        <div className="container-page flex min-h-16 items-center gap-1 sm:gap-4">
          <MobileMenu user={user} />
          <Logo />
          <nav aria-label="Main" className="hidden md:block">
            <ul className="flex">
              {MAIN_LINKS.map((link) => (
                <li key={link.to}>
                  <Link
                    to={link.to}
                    className="inline-flex min-h-11 items-center rounded-ui px-3 font-semibold hover:bg-sunken"
                    activeProps={{ className: "text-leaf" }}
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <SearchForm className="hidden max-w-xl flex-1 md:block" />
          <div className="ml-auto flex items-center gap-1">
            <span className="max-sm:hidden">
              <ThemeSwitch />
            </span>
            {user && (
              <>
                <CartLink />
                <UserMenu user={user} />
              </>
            )}
            {user === null && (
              <>
                <ButtonLink to="/login" variant="quiet" size="sm" className="min-h-11 max-sm:hidden">
                  Login
                </ButtonLink>
                <ButtonLink to="/signup" variant="secondary" size="sm" className="min-h-11 whitespace-nowrap">
                  Sign Up
                </ButtonLink>
              </>
            )}
          </div>
        </div>
      </div>
    </header>
  );
}
