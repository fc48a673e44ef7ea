import { useEffect } from "react";
import { writeText } from "./storage";

/**
 * Stores a heading that contains its owner's name until the session ends. The next visit shows it before the session
 * is known (`public/firstPaint.js`).
 */
export function useOwnHeading(path: string, heading: string | undefined): void {
  useEffect(() => {
    if (heading) writeText(`heading:${path}`, heading);
  }, [path, heading]);
}
