import { Link } from "@tanstack/react-router";
import { FOOTER_COLUMNS } from "../nav";

export function Footer() {
  return (
    <footer className="mt-16 bg-leaf-soft">
      <div aria-hidden className="awning" />
      <div className="container-page grid gap-10 pt-10 pb-12 sm:grid-cols-[1.6fr_1fr_1fr]">
        <div>
          <p className="font-display text-2xl">Greenstall</p>
          <p className="mt-2 max-w-sm text-muted">
            The market around the corner: food and crafts from the people near you who grow, bake and make
            them.
          </p>
        </div>
        {FOOTER_COLUMNS.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <p className="font-semibold">{column.title}</p>
            <ul className="mt-2">
              {column.links.map((link) => (
                <li key={link.label}>
                  <Link
                    to={link.to}
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
      </div>
      <div className="border-t border-ink/15">
        <p className="container-page py-5 text-sm text-muted">
          ZIP code data by{" "}
          <a href="https://www.geonames.org/" className="underline underline-offset-4">
            GeoNames
          </a>
          , CC BY 4.0
        </p>
      </div>
    </footer>
  );
}
