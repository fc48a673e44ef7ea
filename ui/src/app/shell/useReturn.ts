import { useLocation } from "@tanstack/react-router";

/** For links to /login: where to come back to. A wish that is in the URL already is kept. */
export function useReturn(): { redirect?: string } {
  const redirect = useLocation({
    select: ({ pathname, href, search }) => {
      const wished = "redirect" in search ? search.redirect : undefined;
      return pathname === "/login" || pathname === "/signup" ? wished : pathname === "/" ? undefined : href;
    },
  });
  return { redirect };
}
