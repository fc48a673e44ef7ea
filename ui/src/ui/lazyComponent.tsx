import { useEffect, useReducer, type ComponentType, type ReactNode } from "react";
import { useOnline } from "@/lib/online";

type LazyComponent<P> = ((props: P) => ReactNode) & {
  /** Loads the code before the component is shown. Never rejects. */
  preload: () => Promise<void>;
};

/**
 * A component whose code loads on first use. The page does not wait for it, and does not break when it fails to load:
 * it loads again when the browser is online again, or the next time it is shown. `Meanwhile` is shown until then.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback?: ComponentType<P>,
): LazyComponent<P> {
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
    return Fallback ? <Fallback {...props} /> : null;
  }
  return Object.assign(Later, { preload });
}
