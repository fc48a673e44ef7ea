import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { keys } from "@/api/keys";
import type { Message } from "@/api/types";
import { markConversationRead } from "../api/write";

/** Marks shown messages as read; returns the first message that was unread when the thread was opened. */
export function useMarkConversationRead(
  conversationId: string,
  thread: Message[] | undefined,
  ownId: string,
) {
  const client = useQueryClient();
  const [opened, setOpened] = useState<{ firstUnread: string | undefined }>();
  const isUnread = (message: Message) => !message.read && message.sender._id !== ownId;
  if (thread && !opened) setOpened({ firstUnread: thread.find(isUnread)?._id });
  const { mutate } = useMutation({
    mutationFn: () => markConversationRead(conversationId),
    onSuccess: () => {
      client.setQueryData<Message[]>(keys.messages.thread(conversationId), (messages) =>
        messages?.map((message) => ({ ...message, read: true })),
      );
      void client.invalidateQueries({ queryKey: keys.messages.conversations });
      void client.invalidateQueries({ queryKey: keys.messages.unread });
    },
  });
  // Depends on the newest unread message, so that later ones are marked as well.
  const newest = thread?.findLast(isUnread)?._id;
  useEffect(() => {
    if (newest !== undefined) mutate();
  }, [newest, mutate]);
  return opened?.firstUnread;
}
