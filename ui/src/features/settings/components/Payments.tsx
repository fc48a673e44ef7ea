import { CreditCard } from "lucide-react";
import { EmptyState } from "@/ui/EmptyState";
import { texts } from "../texts";

const words = texts.payments;

export function Payments() {
  return (
    <EmptyState title={words.soon} hint={words.hint} icon={<CreditCard aria-hidden className="size-10" />} />
  );
}
