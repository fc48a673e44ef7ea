import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastHost } from "./toast";

const Toasts = lazy(() => import("./toasts/Toasts").then((module) => ({ default: module.Toasts })));

/** The host of toasts; it loads nothing until the first one. */
export function ToastHost() {
  const requested = useSyncExternalStore(toastHost.subscribe, toastHost.isRequested);
  if (!requested) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}
