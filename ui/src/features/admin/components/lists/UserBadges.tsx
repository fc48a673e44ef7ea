import type { User } from "@/api/types";
import { Badge, type BadgeTone } from "@/ui/Badge";
import { texts } from "../../listTexts";

const words = texts.users;
const TONES: Record<string, BadgeTone> = { approved: "leaf", rejected: "danger" };

/** Whether a user is active, and a merchant's approval state. */
export function UserBadges({ user: { isActive, role, businessInfo } }: { user: User }) {
  const approval = role === "merchant" ? businessInfo?.approvalStatus : undefined;
  const label = approval === "resubmitted" ? "pending" : approval;
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isActive ? "neutral" : "danger"}>
        {isActive ? words.statuses.active : words.statuses.inactive}
      </Badge>
      {label && <Badge tone={TONES[label] ?? "butter"}>{words.statuses[label]}</Badge>}
    </span>
  );
}
