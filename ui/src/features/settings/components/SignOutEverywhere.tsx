import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { logOut } from "@/api/session";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { endOtherSessions } from "../api/sessions";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";

const words = texts.sessions;

/** Ends every other session, and this one on request. */
export function SignOutEverywhere() {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const [here, setHere] = useState(false);
  const ending = useMutation({
    mutationFn: endOtherSessions,
    networkMode: "always",
    onSuccess: async () => {
      if (here) {
        // Leave the guarded page first: it would redirect to /login.
        await navigate({ to: "/", ignoreBlocker: true });
        logOut(client);
        return;
      }
      setAsking(false);
      focusSection("sessions");
      toast.success(words.everywhereDone);
      await client.invalidateQueries({ queryKey: keys.account.sessions });
    },
  });
  return (
    <>
      <Button
        variant="danger"
        className="mt-4"
        onClick={() => {
          ending.reset();
          setHere(false);
          setAsking(true);
        }}
      >
        {words.everywhere}
      </Button>
      <ConfirmDialog
        open={asking}
        danger
        busy={ending.isPending}
        error={ending.isError ? messageOf(ending.error, words.everywhereFailed) : undefined}
        title={words.everywhereTitle}
        confirmLabel={words.everywhere}
        onClose={() => setAsking(false)}
        onConfirm={() => ending.mutate()}
      >
        <p className="mb-4">{words.everywhereText}</p>
        <Checkbox
          label={words.everywhereHere}
          checked={here}
          onChange={(event) => setHere(event.target.checked)}
        />
      </ConfirmDialog>
    </>
  );
}
