import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { withoutCount } from "@/lib/titleCount";

/** Announces the title of a new page and moves the focus to its heading. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // The first page, and new filters on the same page, leave the focus in place.
        if (!fromLocation || !pathChanged) return;
        setTitle(withoutCount(document.title));
        const heading = document.querySelector<HTMLElement>("main h1") ?? document.getElementById("main");
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
  return (
    <p aria-live="polite" className="sr-only">
      {title}
    </p>
  );
}
