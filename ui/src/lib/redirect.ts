/**
 * The path to open after signing in: the wanted one if it belongs to this site, else "/". Refuses anything that a
 * browser could read as another origin, and the sign-in page itself.
 */
export function safeRedirect(wanted: unknown, origin: string = window.location.origin): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  try {
    const url = new URL(wanted, origin);
    const path = url.pathname + url.search + url.hash;
    if (url.origin !== origin || url.pathname === "/login") return "/";
    // The path of "/.//evil.example" is "//evil.example": what counts is where the result leads.
    return new URL(path, origin).href === url.href ? path : "/";
  } catch {
    return "/";
  }
}
