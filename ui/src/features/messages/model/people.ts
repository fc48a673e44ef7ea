import type { Conversation, Message } from "@/api/types";

/** The other person of a conversation. */
export const otherOf = ({ participants, currentUserId }: Conversation): Message["sender"] | undefined =>
  participants.find(({ _id }) => _id !== currentUserId);

/** A merchant's business name, else the person's name. */
export const nameOf = (person: Message["sender"] | undefined): string =>
  person?.businessInfo?.businessName || person?.name || "";
