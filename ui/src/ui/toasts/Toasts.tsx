import { useEffect } from "react";
import { Toaster } from "sonner";
import { followToasts } from "./followToasts";

/** The list of toasts at the end of the page; Alt+T focuses it, and Tab a new Undo. */
export function Toasts() {
  useEffect(followToasts, []);
  return (
    <Toaster
      // Below the header, because the buttons of a phone are at the bottom.
      position="top-center"
      offset={{ top: "5.5rem" }}
      mobileOffset={{ top: "5rem" }}
      // Sonner's style sheet sets a system font.
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
  );
}
