import { useEffect, useState } from "react";

/** Lets the browser paint and handle input before the work continues. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** False during a component's first render: parts that can wait do not delay the first view. */
export function useHasRendered(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDrawn, 0, true);
    return () => clearTimeout(timer);
  }, []);
  return isDrawn;
}
