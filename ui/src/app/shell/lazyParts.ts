// The parts of the shell that the first view does not need.
import { later } from "@/ui/later";

const loadAccountBar = () => import("./AccountBar").then(({ AccountBar }) => AccountBar);

/** Fetched with the question who is signed in, so that it is there with the answer. */
export const preloadAccountBar = (): void => void loadAccountBar().catch(() => {});

export const AccountBar = later(loadAccountBar);
export const Footer = later(() => import("./Footer").then((module) => module.Footer));
export const LocationHost = later(() => import("./LocationHost").then((module) => module.LocationHost));
export const MobileDrawer = later(() => import("./MobileDrawer").then((module) => module.MobileDrawer));
export const NotFoundPage = later(() => import("./NotFoundPage").then((module) => module.NotFoundPage));

/** See `lib/focus.ts`; answers a function that ends it. */
export function startFocusKeeper(): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  import("@/lib/focus").then(
    ({ keepFocus }) => {
      if (!stopped) stop = keepFocus();
    },
    () => {},
  );
  return () => {
    stopped = true;
    stop?.();
  };
}
