import { useRouter } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { withoutCount } from "@/lib/titleCount";

/** After a change of page: says the new title and moves the focus to the page's heading. */
export function RouteAnnouncer() {
  const router = useRouter();
  const [title, setTitle] = useState("");
  useEffect(
    () =>
      router.subscribe("onRendered", ({ fromLocation, pathChanged }) => {
        // The first page, and filters of the same page, leave the focus where it is.
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
