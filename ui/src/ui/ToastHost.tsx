import { lazy, Suspense, useSyncExternalStore } from "react";
import { toastHost } from "./toast";

const Toaster = lazy(() => import("sonner").then((sonner) => ({ default: sonner.Toaster })));

/** Where toasts appear; costs nothing until the first one. */
export function ToastHost() {
  const requested = useSyncExternalStore(toastHost.subscribe, toastHost.isRequested);
  if (!requested) return null;
  return (
    <Suspense fallback={null}>
      <Toaster
        // Below the header: at the bottom of a phone are the buttons.
        position="top-center"
        offset={{ top: "5.5rem" }}
        mobileOffset={{ top: "5rem" }}
        // Its own style sheet names a font of the system.
        style={{ fontFamily: "inherit" }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast:
              "flex w-(--width) items-center gap-3 rounded-ui bg-ink px-4 py-3 text-sm font-medium text-paper shadow-md",
            actionButton: "ml-auto min-h-8 rounded-ui px-3 font-semibold underline underline-offset-4",
          },
        }}
      />
    </Suspense>
  );
}
