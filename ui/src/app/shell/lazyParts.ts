// Parts of the shell that load after the first view.
import { lazyComponent } from "@/ui/lazyComponent";

export const AccountBar = lazyComponent(() => import("./AccountBar").then((module) => module.AccountBar));
export const Footer = lazyComponent(() => import("./Footer").then((module) => module.Footer));
export const LocationHost = lazyComponent(() =>
  import("./LocationHost").then((module) => module.LocationHost),
);
export const MobileDrawer = lazyComponent(() =>
  import("./MobileDrawer").then((module) => module.MobileDrawer),
);
export const PaidOrders = lazyComponent(() =>
  import("@/features/checkout/components/PaidOrders").then((module) => module.PaidOrders),
);
export const VerifyNotice = lazyComponent(() =>
  import("@/features/auth/components/VerifyNotice").then((module) => module.VerifyNotice),
);
export const NotFoundPage = lazyComponent(() =>
  import("./NotFoundPage").then((module) => module.NotFoundPage),
);

/** Starts the page-wide listeners (`lib/focus.ts`, `lib/tooltips.ts`); returns a function that stops them. */
export function startPageListeners(): () => void {
  const stops: (() => void)[] = [];
  let stopped = false;
  import("@/lib/pageListeners").then(
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
