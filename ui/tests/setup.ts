import "@testing-library/jest-dom/vitest";
import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";

// A busy machine may be slow; a condition that already holds is never waited for.
configure({ asyncUtilTimeout: 8000 });

// jsdom has no media queries. Only those that begin with "not" match, and none ever changes.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { matches: media.startsWith("not "), media }) as MediaQueryList;
window.scrollTo = () => {};
// jsdom does not scroll. New browsers return a promise: an effect that returns it breaks the page on cleanup.
Element.prototype.scrollIntoView = () => Promise.resolve() as unknown as void;
// jsdom does not capture pointers, which toasts do when pressed.
Element.prototype.setPointerCapture = () => {};
// jsdom does not show dialogs: open ones are in the page, without a backdrop.
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
  // A remounted host would show the toasts of the previous test.
  for (const shown of toast.getToasts()) toast.dismiss(shown.id);
  // Stores that cache a value read it again.
  window.dispatchEvent(new StorageEvent("storage"));
});

// jsdom has no layout: no size ever changes.
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
