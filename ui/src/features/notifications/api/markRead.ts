import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api, call } from "@/api/client";
import { keys } from "@/api/keys";
import type { Notification } from "@/api/types";
import { toast } from "@/ui/toast";
import { texts } from "../texts";
import { notificationsQuery } from "./notifications";

const markOne = (id: string) => call(api.PUT("/notifications/{id}/read", { params: { path: { id } } }));
const markAll = () => call(api.PUT("/notifications/read-all"));

/** Marks these notifications as read, or all; the list shows it at once. */
export function useMarkRead() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (which: readonly Notification[] | "all") => {
      if (which === "all") await markAll();
      else await Promise.all(which.map(({ _id }) => markOne(_id)));
    },
    onMutate: async (which) => {
      await client.cancelQueries({ queryKey: keys.notifications.all });
      const meant = which === "all" ? null : new Set(which.map(({ _id }) => _id));
      client.setQueryData(notificationsQuery.queryKey, (list) =>
        list?.map((one) => (!meant || meant.has(one._id) ? { ...one, read: true } : one)),
      );
    },
    onError: () => toast.error(texts.markFailed),
    onSettled: () => client.invalidateQueries({ queryKey: keys.notifications.all }),
  });
}
