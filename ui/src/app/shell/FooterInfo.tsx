import { Link } from "@tanstack/react-router";
import { texts } from "../lazyTexts";

const { footer } = texts;
const LINKS = [
  { label: footer.about, to: "/about" },
  { label: footer.how, to: "/how-it-works" },
  { label: footer.delivery, to: "/delivery" },
  { label: footer.contact, to: "/contact" },
  { label: footer.faq, to: "/contact", hash: "faq" },
] as const;

/** The footer's links to the information pages, as a list of this class. */
export const InfoLinks = ({ className }: { className: string }) => (
  <ul className={className}>
    {LINKS.map((link) => (
      <li key={link.label}>
        <Link
          to={link.to}
          hash={"hash" in link ? link.hash : undefined}
          className="inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline"
        >
          {link.label}
        </Link>
      </li>
    ))}
  </ul>
);

/** The source of the ZIP codes, which its license asks for. */
export const ZipCredit = () => (
  <p className="text-sm text-muted">
    {footer.zipData}{" "}
    <a href="https://www.geonames.org/" className="underline underline-offset-4">
      {footer.geoNames}
    </a>
    {footer.license}
  </p>
);
