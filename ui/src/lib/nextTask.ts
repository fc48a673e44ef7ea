import { useEffect, useState } from "react";

/** Lets the browser paint, and answer what somebody does, before the work goes on. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** False while a component is drawn for the first time: what can wait does not hold up the page's first view. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDrawn, 0, true);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn;
}
