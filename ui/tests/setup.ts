import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// A busy machine may take its time; a condition that holds is never waited for.
configure({ asyncUtilTimeout: 8000 });

// jsdom has no media queries: none matches but those that begin with "not", and none ever changes.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: media.startsWith("not "), media }) as MediaQueryList;
window.scrollTo = () => {};
// Nor does it scroll. New browsers answer with a promise: an effect that returns it breaks the page when it ends.
Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as void;
// Nor does it capture pointers, which toasts ask for when they are pressed.
Element.prototype.setPointerCapture = () => {};
// Nor does it show dialogs: open ones are in the page, without a backdrop.
HTMLDialogElement.prototype.showModal = function show() {
  this.open = true;
};
HTMLDialogElement.prototype.close = function close() {
  this.open = false;
};

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  // A host that is mounted anew shows the toasts of the one before.
  for (const shown of toast.getToasts()) toast.dismiss(shown.id);
  // Stores that keep what they have read start over.
  window.dispatchEvent(new StorageEvent("storage"));
});

// jsdom lays nothing out: no size ever changes.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
