/**
 * The path to open after signing in: the wanted one if it belongs to this site, else "/". Refuses anything that a
 * browser could read as another origin, and the sign-in page itself.
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
