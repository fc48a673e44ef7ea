import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { formatDateTime } from "@/lib/dates";
import { toast, withUndo } from "@/ui/toast";
import { endSession, type Session } from "../api/sessions";
import { texts } from "../texts";

const words = texts.sessions;

/**
 * Signs out a device. The server cannot undo a sign-out, so the call is made only when the toast with Undo
 * disappears, or at once when the user leaves the page.
 */
export function useSignOut() {
  const client = useQueryClient();
  /** Devices already removed from the list. */
  const [leaving, setLeaving] = useState<readonly string[]>([]);
  const waiting = useRef(new Set<string>());
  const stay = (id: string) => setLeaving((all) => all.filter((one) => one !== id));
  const { mutate } = useMutation({
    mutationFn: endSession,
    networkMode: "always",
    onError: (error) => toast.error(messageOf(error, words.signOutFailed)),
    onSettled: async (_, __, id) => {
      await client.invalidateQueries({ queryKey: keys.account.sessions });
      stay(id);
    },
  });
  const send = (id: string) => {
    if (waiting.current.delete(id)) mutate(id);
  };

  useEffect(() => {
    const ids = waiting.current;
    const sendAll = () => {
      for (const id of ids) void endSession(id).catch(() => {});
      ids.clear();
    };
    window.addEventListener("pagehide", sendAll);
    return () => {
      window.removeEventListener("pagehide", sendAll);
      sendAll();
    };
  }, []);

  function signOut({ _id, createdAt }: Session) {
    waiting.current.add(_id);
    setLeaving((all) => [...all, _id]);
    toast.message(words.signingOut(formatDateTime(createdAt)), {
      ...withUndo(words.undo, () => {
        if (waiting.current.delete(_id)) stay(_id);
      }),
      onAutoClose: () => send(_id),
      onDismiss: () => send(_id),
    });
  }
  return { leaving, signOut };
}
