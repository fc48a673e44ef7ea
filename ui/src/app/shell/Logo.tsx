import { Link } from "@tanstack/react-router";

/** The stall's awning beside its name. */
export function Logo() {
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 items-center gap-2.5 font-display text-2xl font-bold tracking-tight"
    >
      <svg aria-hidden viewBox="0 0 32 32" className="size-8">
        <path d="M5 5h22l2 8.500a4.200 4.200 0 0 1-4 5H7a4.200 4.200 0 0 1-4-5z" className="fill-leaf" />
        <path d="M11.700 5h8.600l.9 11a5.200 5.200 0 0 1-10.400 0z" className="fill-surface" />
        <path d="M6 21.500h20V26a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2z" className="fill-tomato" />
      </svg>
      Greenstall
    </Link>
  );
}
