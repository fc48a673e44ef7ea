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

/** The footer's links to the information pages. */
export function FooterInfo() {
  return (
    <nav aria-label={footer.shop}>
      <p className="font-semibold">{footer.shop}</p>
      <ul className="mt-2">
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
    </nav>
  );
}
