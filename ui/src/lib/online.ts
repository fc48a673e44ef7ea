import { useSyncExternalStore } from "react";

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Whether the browser has a network; that the shop can be reached is not certain even then. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);
