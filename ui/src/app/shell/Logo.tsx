import { Link } from "@tanstack/react-router";
import { texts } from "../texts";

/** The shop's awning beside its name. */
export function Logo() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2 font-display text-xl sm:gap-2.5 sm:text-2xl font-bold tracking-tight"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-8">
        <path d="M6 3h20l5 9a5 5 0 0 1-10 0 5 5 0 0 1-10 0A5 5 0 0 1 1 12z" className="fill-leaf" />
        <path d="M13.200 3h5.600L21 12a5 5 0 0 1-10 0z" className="fill-butter" />
        <circle cx="16" cy="24.500" r="5.500" className="fill-tomato" />
        <path
          d="M16 21.500l-3.200-2.200M16 21.500l3.200-2.200M16 21.500v-3"
          className="stroke-leaf"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span className="max-[22rem]:sr-only">{texts.shop}</span>
    </Link>
  );
}
