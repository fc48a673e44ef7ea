import { Link } from "@tanstack/react-router";
import { useUser } from "@/api/session";
import { footerColumns } from "../nav";
import { texts } from "../lazyTexts";
import { InfoLinks, ZipCredit } from "./FooterInfo";

const { footer } = texts;

/** The footer of every page; at work it is one line. */
export const Footer = ({ slim }: { slim: boolean }) => (slim ? <SlimFooter /> : <ShopFooter />);

const SlimFooter = () => (
  <footer className="border-t border-line">
    <div className="container-page flex flex-wrap items-center justify-between gap-x-8 gap-y-1 py-3">
      <nav aria-label={footer.shop}>
        <InfoLinks className="flex flex-wrap gap-x-5 text-sm" />
      </nav>
      <ZipCredit />
    </div>
  </footer>
);

function ShopFooter() {
  const user = useUser();
  return (
    <footer className="mt-16 bg-leaf-soft">
      <div aria-hidden className="awning" />
      <div className="container-page grid grid-cols-2 gap-x-6 gap-y-8 pt-10 pb-12 sm:grid-cols-3 sm:gap-10 lg:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <div className="max-sm:col-span-2 sm:max-lg:col-span-3">
          <p className="font-display text-2xl">{footer.shop}</p>
          <p className="mt-2 max-w-sm text-muted">{footer.claim}</p>
        </div>
        {footerColumns(user).map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <p className="font-semibold">{column.title}</p>
            <ul className="mt-2">
              {column.links.map((link) => (
                <li key={link.label}>
                  <Link
                    to={link.to}
                    params={link.params}
                    search={link.search}
                    className="inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline"
                  >
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <nav aria-label={footer.shop}>
          <p className="font-semibold">{footer.shop}</p>
          <InfoLinks className="mt-2" />
        </nav>
      </div>
      <div className="border-t border-ink/15">
        <div className="container-page py-5">
          <ZipCredit />
        </div>
      </div>
    </footer>
  );
}
