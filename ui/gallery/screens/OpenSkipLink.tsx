import { useEffect } from "react";
import { SkipLink } from "@/ui/SkipLink";

export function OpenSkipLink() {
  useEffect(() => document.querySelector<HTMLElement>('a[href="#main"]')?.focus(), []);
  return (
    <>
      <SkipLink />
      <p className="mt-12">The page below</p>
    </>
  );
}
