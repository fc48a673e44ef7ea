import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from "react";

/** For the button that opens something over the page: spread onto a `<button>`. */
export interface TriggerProps {
  ref: RefObject<HTMLButtonElement | null>;
  type: "button";
  id: string;
  "aria-haspopup": "dialog" | "menu";
  "aria-expanded": boolean;
  "aria-controls": string | undefined;
  onClick: (event: MouseEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onPointerEnter: () => void;
  onFocus: () => void;
}

/** What the lazily loaded part needs to stand beside its button and to be closed. */
export interface OverlayProps {
  open: boolean;
  /** By keyboard the focus goes to the first thing in it. */
  byKeyboard: boolean;
  id: string;
  labelledBy: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onOpenChange: (open: boolean, details: { reason: string; event: Event }) => void;
}

interface Options {
  kind: "dialog" | "menu";
  /** Fetches the code of the open state: on the first sign of interest. */
  load: () => Promise<unknown>;
  onOpenChange?: (open: boolean) => void;
}

/** The button that is there from the start, and the state of what it opens, whose code comes later. */
export function useOverlay({ kind, load, onOpenChange }: Options) {
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const buttonId = `${id}-button`;
  const [open, setOpen] = useState(false);
  /** Once it was opened it stays mounted, to close in its own time. */
  const [wanted, setWanted] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const preload = () => void load().catch(() => {});

  function change(next: boolean) {
    if (next) setWanted(true);
    setOpen(next);
    onOpenChange?.(next);
  }

  const trigger: TriggerProps = {
    ref: anchor,
    type: "button",
    id: buttonId,
    "aria-haspopup": kind,
    "aria-expanded": open,
    "aria-controls": open ? id : undefined,
    onClick: (event) => {
      // A click that the keyboard makes has no position.
      setByKeyboard(event.detail === 0);
      change(!open);
    },
    onKeyDown: (event) => {
      if (kind !== "menu" || open || event.key !== "ArrowDown") return;
      event.preventDefault();
      setByKeyboard(true);
      change(true);
    },
    onPointerEnter: preload,
    onFocus: preload,
  };
  const overlay: OverlayProps = {
    open,
    byKeyboard,
    id,
    labelledBy: buttonId,
    anchor,
    onOpenChange: (next, { reason, event }) => {
      // Its own button closes it by the click that follows.
      if (!next && reason === "outside-press" && anchor.current?.contains(event.target as Node)) return;
      change(next);
    },
  };
  return { trigger, overlay, wanted, close: () => change(false) };
}
