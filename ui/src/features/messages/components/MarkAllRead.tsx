import { useMutation, useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import { useUnreadMessages } from "@/api/messages";
import { Button } from "@/ui/Button";
import { toast } from "@/ui/toast";
import { markAllRead } from "../api/write";
import { texts } from "../texts";

/** Marks all messages as read, while any is unread. */
export function MarkAllRead() {
  const client = useQueryClient();
  const unread = useUnreadMessages();
  const mark = useMutation({
    mutationFn: markAllRead,
    networkMode: "always",
    onSuccess: () => {
      toast.success(texts.markedAll);
      // The button goes away with the last unread message.
      document.getElementById("main")?.focus({ preventScroll: true });
    },
    onError: () => toast.error(texts.markAllFailed),
    onSettled: () => client.invalidateQueries({ queryKey: keys.messages.all }),
  });
  if (unread === 0) return null;
  return (
    <div className="flex justify-end border-b border-line p-1">
      <Button size="sm" variant="quiet" busy={mark.isPending} onClick={() => mark.mutate()}>
        {texts.markAll}
      </Button>
    </div>
  );
}
