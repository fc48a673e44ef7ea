import { useEffect } from "react";
import { writeText } from "./storage";

/**
 * Keeps the heading of a page that names its owner, until the session ends: the next visit begins with it, before the server
 * has told who is signed in (`public/firstPaint.js`).
 */
export function useOwnHeading(path: string, heading: string | undefined): void {
  useEffect(() => {
    if (heading) writeText(`heading:${path}`, heading);
  }, [path, heading]);
}
