import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { ApiError, messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Textarea } from "@/ui/Textarea";
import { sendVerdict } from "../../api/reviews";
import { nameOf } from "../../model/names";
import type { Review } from "../../model/review";
import { texts } from "../../inboxTexts";
import { ReasonTemplates } from "./ReasonTemplates";

export type Intent = "approve" | "reject";

interface Props {
  review: Review;
  intent: Intent;
  /** The reason typed for this item before the dialog was closed. */
  draft: string;
  onDraft: (reason: string) => void;
  onClose: () => void;
  onDecided: (approved: boolean) => void;
  /** Another admin has decided, or the merchant has changed the item. Gets the server's message. */
  onConflict: (why: string) => Promise<void>;
}

/** Confirms a decision; a rejection requires a reason. A failure stays in the dialog, with the typed reason. */
export function VerdictDialog(props: Props) {
  const { review, intent, draft, onDraft, onClose, onDecided, onConflict } = props;
  const client = useQueryClient();
  const reason = draft.trim();
  const words = texts[review.kind];
  const confirm = useRef<HTMLButtonElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => void (field.current ?? confirm.current)?.focus(), []);
  const verdict = useMutation({
    mutationFn: () =>
      sendVerdict(review, intent === "approve" ? { approved: true } : { approved: false, reason }),
    onSuccess: async () => {
      onDecided(intent === "approve");
      await client.invalidateQueries({ queryKey: keys.admin.all });
      await client.invalidateQueries({ queryKey: keys.products.all });
    },
    onError: async (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.status === 409) await onConflict(messageOf(error, texts.decidedElsewhere));
      // The admin has lost the role: refetching shows it.
      if (error.status === 403) void client.invalidateQueries({ queryKey: keys.admin.all });
    },
  });
  const isConflict = verdict.error instanceof ApiError && verdict.error.status === 409;
  const common = {
    open: true,
    busy: verdict.isPending,
    error: verdict.isError && !isConflict ? messageOf(verdict.error, words.failed) : undefined,
    confirmRef: confirm,
    onConfirm: () => verdict.mutate(),
    onClose: () => verdict.isPending || onClose(),
  };
  if (intent === "approve") {
    return (
      <ConfirmDialog
        {...common}
        approve
        title={texts.approveTitle(nameOf(review))}
        confirmLabel={texts.approve}
      >
        {words.consequence}
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog
      {...common}
      danger
      title={texts.rejectTitle(nameOf(review))}
      confirmLabel={texts.reject}
      blockedBecause={reason ? undefined : texts.reasonMissing}
    >
      <div className="grid gap-4">
        <ReasonTemplates
          templates={words.templates}
          reason={draft}
          onChange={(next) => {
            onDraft(next);
            field.current?.focus();
          }}
        />
        <Field label={texts.reason} required hint={texts.reasonHint}>
          {(control) => (
            <Textarea
              {...control}
              ref={field}
              rows={3}
              maxLength={MAX_REASON}
              value={draft}
              onChange={(event) => onDraft(event.target.value)}
            />
          )}
        </Field>
      </div>
    </ConfirmDialog>
  );
}

/** The server's limit. */
const MAX_REASON = 1_000;
