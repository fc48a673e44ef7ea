// Parts of the shell that load after the first view.
import { later } from "@/ui/later";

export const AccountBar = later(() => import("./AccountBar").then((module) => module.AccountBar));
export const Footer = later(() => import("./Footer").then((module) => module.Footer));
export const LocationHost = later(() => import("./LocationHost").then((module) => module.LocationHost));
export const MobileDrawer = later(() => import("./MobileDrawer").then((module) => module.MobileDrawer));
export const VerifyNotice = later(() =>
  import("@/features/auth/components/VerifyNotice").then((module) => module.VerifyNotice),
);
export const NotFoundPage = later(() => import("./NotFoundPage").then((module) => module.NotFoundPage));

/** Starts the page-wide listeners (`lib/focus.ts`, `lib/tooltips.ts`); returns a function that stops them. */
export function startPageKeepers(): () => void {
  const stops: (() => void)[] = [];
  let stopped = false;
  import("@/lib/pageKeepers").then(
    ({ keepFocus, startTooltips }) => {
      if (!stopped) stops.push(keepFocus(), startTooltips());
    },
    () => {},
  );
  return () => {
    stopped = true;
    for (const stop of stops) stop();
  };
}
