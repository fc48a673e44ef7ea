// Toasts come with sonner, which is only fetched when the first one is shown.
import type { ExternalToast } from "sonner";

type Kind = "success" | "error" | "message";
type Listener = () => void;

let requested = false;
const listeners = new Set<Listener>();

/** For the host in the shell: whether any toast was asked for yet. */
export const toastHost = {
  isRequested: () => requested,
  subscribe(listener: Listener) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

function show(kind: Kind, text: string, options?: ExternalToast) {
  requested = true;
  for (const listener of listeners) listener();
  void import("sonner").then((sonner) => sonner.toast[kind](text, options));
}

/** Marks a toast whose button the next Tab goes to; see toasts/followToasts.ts. */
export const UNDO_TOAST = "undo";

/** The options of a toast that says what its reader did, and takes it back. It stays longer than other news. */
export const withUndo = (label: string, onClick: () => void): ExternalToast => ({
  action: { label, onClick },
  className: UNDO_TOAST,
  duration: 10_000,
});

/** Short news that needs no answer; `action` adds a button. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show("success", text, options),
  error: (text: string, options?: ExternalToast) => show("error", text, options),
  message: (text: string, options?: ExternalToast) => show("message", text, options),
};
