import { useMutation, useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

interface Act {
  id: string;
  act: (id: string) => Promise<unknown>;
}

/** Pauses or resumes a webhook, and reloads the list. */
export function useProgramAct() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, act }: Act) => act(id),
    onError: (error) => toast.error(messageOf(error, texts.programs.actFailed)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.account.webhooks }),
  });
}
