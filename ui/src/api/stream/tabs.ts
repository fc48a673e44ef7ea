// Decides which tabs of the shop hold a stream. Over HTTP/1.1 a browser opens six connections to a host for all its
// tabs, and a stream occupies one, so each visible tab has a stream and hidden tabs share one.

export const CHANNEL = "greenstall-front";
/** Message: a tab is now visible. Hidden tabs close their streams. */
export const VISIBLE = "visible";
/** Message: a hidden tab keeps its stream. Visible tabs answer with `VISIBLE`, other hidden tabs close theirs. */
export const HIDDEN = "hidden";

interface TabHandlers {
  /** The tab may hold a stream again. */
  onWake: () => void;
  /** The tab must close its stream. */
  onRest: () => void;
}

/** Calls the handlers when this tab must open or close its stream, until the returned function is called. */
export function followTabs({ onWake, onRest }: TabHandlers): () => void {
  let channel = join();

  function join(): BroadcastChannel | null {
    try {
      const joined = new BroadcastChannel(CHANNEL);
      joined.addEventListener("message", ({ data }) => {
        if (document.hidden) onRest();
        else if (data === HIDDEN) tell(VISIBLE);
      });
      return joined;
    } catch {
      // Some browsers have no BroadcastChannel, or refuse it where storage is blocked.
      return null;
    }
  }

  // The rule is meant for windows.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const tell = (word: string) => channel?.postMessage(word);

  function onVisibility() {
    if (!document.hidden) {
      tell(VISIBLE);
      onWake();
    } else if (channel) tell(HIDDEN);
    // Without a channel other tabs cannot ask this one to close its stream.
    else onRest();
  }
  // A page in the back/forward cache keeps its connections, and an open channel keeps it out of some browsers' cache.
  function onPageHide() {
    onRest();
    channel?.close();
    channel = null;
  }
  function onPageShow({ persisted }: PageTransitionEvent) {
    if (!persisted) return;
    channel ??= join();
    if (!document.hidden) onVisibility();
  }

  if (!document.hidden) tell(VISIBLE);
  document.addEventListener("visibilitychange", onVisibility);
  // A frozen tab no longer receives messages.
  document.addEventListener("freeze", onRest);
  window.addEventListener("pagehide", onPageHide);
  window.addEventListener("pageshow", onPageShow);
  return () => {
    channel?.close();
    document.removeEventListener("visibilitychange", onVisibility);
    document.removeEventListener("freeze", onRest);
    window.removeEventListener("pagehide", onPageHide);
    window.removeEventListener("pageshow", onPageShow);
  };
}
