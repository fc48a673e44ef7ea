import type { Lease } from "@/api/types";
import { texts } from "../texts";

/** The process that holds a lease, as far as its connection identifies it. */
export function processOf({ host, process, address }: Lease): string {
  const named = [host, process].filter((part) => part !== null).join(", ");
  return named || address || texts.managers.someProcess;
}
