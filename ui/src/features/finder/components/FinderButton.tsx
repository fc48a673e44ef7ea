import { ScanSearch } from "lucide-react";
import { useEffect, useState } from "react";
import { buttonClass } from "@/ui/buttonClass";
import { lazyComponent } from "@/ui/lazyComponent";
import { onOpenFinder } from "../model/openFinder";
import { texts } from "../texts";

const Finder = lazyComponent(() => import("./Finder").then((file) => file.Finder));

/** Opens the admins' search, as do Ctrl+K and ⌘K anywhere in the shop. */
export function FinderButton() {
  const [open, setOpen] = useState(false);
  useEffect(() => onOpenFinder(() => setOpen(true)), []);
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isShortcut = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
      if (!isShortcut || event.altKey || event.shiftKey) return;
      // An open dialog is answered first.
      const asks = document.querySelector("dialog[open]");
      event.preventDefault();
      if (!asks) setOpen(true);
    }
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  return (
    <>
      <button
        type="button"
        aria-label={texts.open}
        aria-keyshortcuts="Control+K Meta+K"
        className={buttonClass("quiet", "icon", "max-sm:hidden")}
        onClick={() => setOpen(true)}
      >
        <ScanSearch aria-hidden className="size-5" />
      </button>
      {open && <Finder onClose={() => setOpen(false)} />}
    </>
  );
}
