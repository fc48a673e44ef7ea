import { useCallback, useSyncExternalStore } from "react";

/** Below Tailwind's `md`, which follows the reader's font size. */
export const BELOW_MD = "(width < 48rem)";

/** Whether a media query matches; updates with the window. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener("change", listener);
      return () => media.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
