/**
 * Where to go after signing in: the wanted path if it is one of this site, else "/".
 * Anything that a browser could read as another origin is refused, and so is the sign-in page itself.
 */
export function safeRedirect(wanted: unknown, origin: string = window.location.origin): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || /^\/[/\\]/.test(wanted)) return "/";
  try {
    const url = new URL(wanted, origin);
    if (url.origin !== origin || url.pathname === "/login") return "/";
    return url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
