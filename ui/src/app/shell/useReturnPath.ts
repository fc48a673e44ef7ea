import { useLocation } from "@tanstack/react-router";

/** The return path for links to /login. A path already in the URL is kept. */
export function useReturnPath(): { redirect?: string } {
  const redirect = useLocation({
    select: ({ pathname, href, search }) => {
      const wished = "redirect" in search ? search.redirect : undefined;
      return pathname === "/login" || pathname === "/signup" ? wished : pathname === "/" ? undefined : href;
    },
  });
  return { redirect };
}
