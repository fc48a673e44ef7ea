import type { OrderStatus } from "@/api/types";
import { Badge } from "@/ui/Badge";
import { statusLabel, statusTone } from "../model/status";

export function StatusBadge({ status }: { status: OrderStatus }) {
  return <Badge tone={statusTone(status)}>{statusLabel(status)}</Badge>;
}
