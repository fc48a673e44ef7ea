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

/** Short news that needs no answer; `action` adds a button such as Undo. */
export const toast = {
  success: (text: string, options?: ExternalToast) => show("success", text, options),
  error: (text: string, options?: ExternalToast) => show("error", text, options),
  message: (text: string, options?: ExternalToast) => show("message", text, options),
};
