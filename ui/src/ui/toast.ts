// Toasts use sonner, which loads when the first one is shown.
import type { ExternalToast } from "sonner";

type Kind = "success" | "error" | "message";
type Listener = () => void;

let wasRequested = false;
const listeners = new Set<Listener>();

/** For the shell's host: whether any toast has been requested. */
export const toastHost = {
  isRequested: () => wasRequested,
  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function show(kind: Kind, text: string, options?: ExternalToast) {
  wasRequested = true;
  for (const listener of listeners) listener();
  void import("sonner").then((sonner) => sonner.toast[kind](text, options));
}

/** Marks a toast whose button takes the next Tab; see toasts/followToasts.ts. */
export const UNDO_TOAST = "undo";

/** The options of a toast that reports the user's action and offers Undo. It stays longer than other toasts. */
export const withUndo = (label: string, onClick: () => void): ExternalToast => ({
  action: { label, onClick },
  className: UNDO_TOAST,
  duration: 10_000,
});

/** A short message; `action` adds a button. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show("success", text, options),
  error: (text: string, options?: ExternalToast) => show("error", text, options),
  message: (text: string, options?: ExternalToast) => show("message", text, options),
};
