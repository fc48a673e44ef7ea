import { Link } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { LocationChip } from "@/features/location/components/LocationChip";
import { useMedia } from "@/lib/media";
import { MAIN_LINKS } from "../mainLinks";
import { AccountBar } from "./lazyParts";
import { Logo } from "./Logo";
import { WIDE } from "./widths";
import { MobileMenu } from "./MobileMenu";
import { SearchForm } from "./SearchForm";
import { SignInLinks } from "./SignInLinks";
import { ThemeSwitch } from "./ThemeSwitch";
import { texts } from "../texts";

export function Header() {
  const user = useUser();
  const wide = useMedia(WIDE);
  return (
    <header className="sticky top-0 z-30 bg-paper">
      <div className="border-b border-line">
        <div className="container-page flex min-h-16 items-center gap-1 sm:gap-4">
          <MobileMenu user={user} />
          <Logo />
          <nav aria-label={texts.mainNav} className="hidden md:block">
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
          {wide && (
            <>
              <span className="hidden shrink-0 lg:block">
                <LocationChip />
              </span>
              <SearchForm className="hidden max-w-xl flex-1 lg:block" />
            </>
          )}
          <div className="ml-auto flex items-center gap-1">
            <span className="max-sm:hidden">
              <ThemeSwitch />
            </span>
            {user && <AccountBar user={user} />}
            {user === null && <SignInLinks />}
          </div>
        </div>
      </div>
    </header>
  );
}
