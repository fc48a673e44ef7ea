import { useEffect, useReducer, type ComponentType, type ReactNode } from "react";
import { useOnline } from "@/lib/online";

type Later<P> = ((props: P) => ReactNode) & {
  /** Fetches the code before the component is shown. Never rejects. */
  preload: () => Promise<void>;
};

/**
 * A component whose code comes later. Nothing of the page waits for it or breaks when it cannot be fetched: it is tried
 * again when the browser is online again, or the next time that it is shown. `Meanwhile` stands in its place until then.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Meanwhile?: ComponentType<P>,
): Later<P> {
  let Loaded: ComponentType<P> | null = null;
  const preload = () =>
    load().then(
      (component) => {
        Loaded = component;
      },
      () => {},
    );
  function Later(props: P) {
    const [, show] = useReducer((count: number) => count + 1, 0);
    const online = useOnline();
    useEffect(() => {
      if (Loaded) return undefined;
      const timer = setTimeout(() => void preload().then(show));
      return () => clearTimeout(timer);
    }, [online]);
    if (Loaded) return <Loaded {...props} />;
    return Meanwhile ? <Meanwhile {...props} /> : null;
  }
  return Object.assign(Later, { preload });
}
