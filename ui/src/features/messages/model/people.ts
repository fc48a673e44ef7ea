import type { Conversation, Message } from "@/api/types";

/** The one whom the signed-in user writes with. */
export const otherOf = ({ participants, currentUserId }: Conversation): Message["sender"] | undefined =>
  participants.find(({ _id }) => _id !== currentUserId);

/** Merchants go by their business. */
export const nameOf = (person: Message["sender"] | undefined): string =>
  person?.businessInfo?.businessName || person?.name || "";
