import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import type { Verdict } from "../api/admin";

interface Props {
  /** Whom or what it is about. */
  name: string;
  /** What follows from an approval. */
  consequence: ReactNode;
  judge: (verdict: Verdict) => Promise<unknown>;
  /** The specification's text for a failure. */
  failure: string;
}

/** Approve or reject, each after a question; a rejection needs a reason. */
export function VerdictButtons({ name, consequence, judge, failure }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<"approve" | "reject" | null>(null);
  const [entered, setEntered] = useState("");
  const reason = entered.trim();
  const verdict = useMutation({
    mutationFn: judge,
    onSuccess: (_, { approved }) => toast.success(`${name} was ${approved ? "approved" : "rejected"}`),
    onError: (error) => toast.error(messageOf(error, failure)),
    onSettled: async () => {
      setAsking(null);
      setEntered("");
      await client.invalidateQueries({ queryKey: ["admin"] });
      await client.invalidateQueries({ queryKey: ["products"] });
    },
  });
  const common = { busy: verdict.isPending, onClose: () => setAsking(null) };
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" aria-label={`Approve ${name}`} onClick={() => setAsking("approve")}>
        Approve
      </Button>
      <Button size="sm" variant="danger" aria-label={`Reject ${name}`} onClick={() => setAsking("reject")}>
        Reject
      </Button>
      <ConfirmDialog
        {...common}
        open={asking === "approve"}
        title={`Approve ${name}?`}
        confirmLabel="Approve"
        onConfirm={() => verdict.mutate({ approved: true })}
      >
        {consequence}
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={asking === "reject"}
        danger
        title={`Reject ${name}?`}
        confirmLabel="Reject"
        blockedBecause={reason ? undefined : "Please give a reason."}
        onConfirm={() => verdict.mutate({ approved: false, reason })}
      >
        <Field label="Reason" required hint="The merchant reads it.">
          {(props) => (
            <Textarea
              {...props}
              rows={3}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
      </ConfirmDialog>
    </div>
  );
}
