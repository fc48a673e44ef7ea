import { badgeText } from "@/lib/badge";

/** The number at the corner of an icon; the accessible name of its button or link includes it. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="absolute top-0 right-0 min-w-5 rounded-full bg-leaf px-1 text-center text-xs leading-5 font-bold text-on-leaf"
    >
      {badgeText(count)}
    </span>
  );
}
