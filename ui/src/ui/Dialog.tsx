import { X } from "lucide-react";
import { useCallback, useEffect, useId, useRef, type ReactNode } from "react";
import { buttonClass } from "./buttonClass";
import { cx } from "./cx";
import { texts } from "./lazyTexts";

interface Props {
  open: boolean;
  /** Called on Escape, by the close button and on a click outside the panel. */
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  /** "sheet" fills the height of a phone; "side" is a drawer at the left edge. */
  kind?: "modal" | "sheet" | "side";
  role?: "dialog" | "alertdialog";
  describedBy?: string;
}

const kinds = {
  modal: "m-auto w-[min(34rem,calc(100vw-2rem))] max-h-[calc(100dvh-2rem)] rounded-ui",
  sheet:
    "m-0 mt-auto w-full max-w-none h-dvh max-h-dvh sm:m-auto sm:h-auto sm:max-h-[calc(100dvh-2rem)] sm:w-[34rem] sm:rounded-ui",
  side: "m-0 mr-auto h-dvh max-h-dvh w-[min(22rem,88vw)]",
} as const;

/** Keeps the page's width when it stops scrolling; see styles.css. */
function keepScrollBarRoom() {
  const page = document.documentElement;
  page.style.setProperty("--scroll-bar", `${window.innerWidth - page.clientWidth}px`);
}

/** The browser's modal dialog: the page behind it is inert, Escape closes it, and the focus returns. */
export function Dialog({
  open,
  onClose,
  title,
  children,
  footer,
  kind = "modal",
  role = "dialog",
  describedBy,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const attach = useCallback((dialog: HTMLDialogElement) => {
    ref.current = dialog;
    // Close the dialog before it is removed, or the browser does not restore the focus.
    return () => dialog.close();
  }, []);
  const titleId = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog || !open) return;
    if (!document.querySelector("dialog[open]")) keepScrollBarRoom();
    if (!dialog.open) dialog.showModal();
  }, [open]);
  if (!open) return null;
  return (
    // The click handler only serves the backdrop; keyboard users have Escape and the close button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events, jsx-a11y/prefer-tag-over-role
    <dialog
      ref={attach}
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={describedBy}
      className={cx("flex-col overflow-hidden bg-surface p-0 text-ink shadow-md open:flex", kinds[kind])}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-5">
        <h2 id={titleId} className="flex-1 text-h3">
          {title}
        </h2>
        <button
          type="button"
          aria-label={texts.close}
          className={buttonClass("quiet", "icon")}
          onClick={onClose}
        >
          <X aria-hidden className="size-5" />
        </button>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
      {footer && <div className="flex flex-wrap justify-end gap-3 border-t border-line p-4">{footer}</div>}
    </dialog>
  );
}
