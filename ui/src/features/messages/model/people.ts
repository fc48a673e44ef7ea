import type { Conversation, Message } from "@/api/types";

/** The other person of a conversation. */
export const otherParticipant = ({
  participants,
  currentUserId,
}: Conversation): Message["sender"] | undefined => participants.find(({ _id }) => _id !== currentUserId);

/** A merchant's business name, else the person's name. */
export const participantName = (person: Message["sender"] | undefined): string =>
  person?.businessInfo?.businessName || person?.name || "";
