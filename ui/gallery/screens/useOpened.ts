import { useEffect } from "react";

/** Presses the screen's first control that opens something. */
export function useOpened(): void {
  useEffect(() => {
    document.querySelector<HTMLElement>('[aria-expanded="false"]')?.click();
  }, []);
}
