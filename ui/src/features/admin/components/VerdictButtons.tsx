import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import type { Verdict } from "../api/admin";
import { texts } from "../texts";

const words = texts.verdict;

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
    onSuccess: (_, { approved }) => {
      toast.success(approved ? words.approved(name) : words.rejected(name));
      setAsking(null);
      setEntered("");
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: keys.admin.all });
      await client.invalidateQueries({ queryKey: keys.products.all });
    },
  });
  const common = {
    busy: verdict.isPending,
    error: verdict.isError ? messageOf(verdict.error, failure) : undefined,
    onClose: () => setAsking(null),
  };
  function ask(about: "approve" | "reject") {
    verdict.reset();
    setAsking(about);
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" variant="leaf" aria-label={words.approveName(name)} onClick={() => ask("approve")}>
        {words.approve}
      </Button>
      <Button size="sm" variant="danger" aria-label={words.rejectName(name)} onClick={() => ask("reject")}>
        {words.reject}
      </Button>
      <ConfirmDialog
        {...common}
        open={asking === "approve"}
        approve
        title={words.approveTitle(name)}
        confirmLabel={words.approve}
        onConfirm={() => verdict.mutate({ approved: true })}
      >
        {consequence}
      </ConfirmDialog>
      <ConfirmDialog
        {...common}
        open={asking === "reject"}
        danger
        title={words.rejectTitle(name)}
        confirmLabel={words.reject}
        blockedBecause={reason ? undefined : words.reasonMissing}
        onConfirm={() => verdict.mutate({ approved: false, reason })}
      >
        <Field label={words.reason} required hint={words.reasonHint}>
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
