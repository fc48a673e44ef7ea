import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type RefObject } from "react";

/** The attributes of the button that opens an overlay; spread them onto a `<button>`. */
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

/** Positions the lazily loaded panel beside its button, and closes it. */
export interface OverlayProps {
  open: boolean;
  /** Opened by keyboard: the focus moves to the first item. */
  byKeyboard: boolean;
  id: string;
  labelledBy: string;
  anchor: RefObject<HTMLButtonElement | null>;
  onOpenChange: (open: boolean, details: { reason: string; event: Event }) => void;
}

interface Options {
  kind: "dialog" | "menu";
  /** Loads the code of the panel, on the first hover or focus. */
  load: () => Promise<unknown>;
  onOpenChange?: (open: boolean) => void;
}

/** The button of an overlay, and the state of the panel, whose code loads later. */
export function useOverlay({ kind, load, onOpenChange }: Options) {
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const buttonId = `${id}-button`;
  const [open, setOpen] = useState(false);
  /** Once opened, the panel stays mounted, so that its closing animation can run. */
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
      // A click by keyboard has no position.
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
      // The click that follows on its own button closes it.
      if (!next && reason === "outside-press" && anchor.current?.contains(event.target as Node)) return;
      change(next);
    },
  };
  return { trigger, overlay, wanted, close: () => change(false) };
}
