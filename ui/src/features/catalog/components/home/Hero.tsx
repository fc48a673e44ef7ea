import { placeLink, usePlace } from "@/lib/place";
import { ButtonLink } from "@/ui/ButtonLink";
import { texts } from "../../texts";
import { ZipSearch } from "./ZipSearch";

/** The stall: an awning, the goods, and the counter below. */
export function Hero() {
  const place = usePlace();
  return (
    <section aria-label={texts.home.heroLabel} className="relative overflow-hidden bg-leaf-soft">
      <div aria-hidden className="awning [--drop:1.25rem] [--stripe:3rem] sm:[--stripe:4rem]" />
      <div className="container-page grid items-end gap-x-10 gap-y-6 md:grid-cols-[1.05fr_1fr]">
        <div className="pt-7 md:self-center md:pt-6 md:pb-20">
          <h1 tabIndex={-1} className="text-hero">
            {texts.home.hero}
          </h1>
          <p className="mt-4 max-w-lg text-lg text-ink/85">{texts.home.heroText}</p>
          <ZipSearch />
          <ButtonLink
            to="/products"
            search={placeLink(place)}
            variant="quiet"
            className="-ml-5 mt-2 underline underline-offset-4"
          >
            {texts.home.viewAll}
          </ButtonLink>
        </div>
        <img
          src="/hero.webp"
          // Same as in preloads.json, so that the browser fetches only one picture.
          srcSet="/hero-480.webp 480w, /hero-720.webp 720w, /hero.webp 960w"
          sizes="(min-width: 1280px) 560px, (min-width: 768px) 46vw, (min-width: 630px) 576px, 92vw"
          alt=""
          width={960}
          height={600}
          fetchPriority="high"
          className="relative z-10 mx-auto w-full max-w-xl md:max-w-none"
        />
      </div>
      <div aria-hidden className="relative -mt-6 h-14 border-t-8 border-wood-edge bg-wood sm:-mt-8 sm:h-16" />
    </section>
  );
}
