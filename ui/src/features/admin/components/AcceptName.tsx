import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { PendingReviews } from "@/api/types";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { approveMerchant } from "../api/reviews";
import { texts } from "../texts";

const words = texts.renamed;

/** Approves a renamed merchant again, with the new name. */
export function AcceptName({ merchant }: { merchant: PendingReviews["renamedMerchants"][number] }) {
  const { _id, businessName, approvedName } = merchant;
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const accept = useMutation({
    mutationFn: () => approveMerchant(_id, { approved: true }),
    onSuccess: async () => {
      setIsAsking(false);
      toast.success(words.accepted(businessName));
      await client.invalidateQueries({ queryKey: keys.admin.all });
    },
  });
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={words.acceptOf(businessName)}
        onClick={() => {
          accept.reset();
          setIsAsking(true);
        }}
      >
        {words.accept}
      </Button>
      <ConfirmDialog
        open={isAsking}
        approve
        title={words.acceptTitle(businessName)}
        confirmLabel={words.accept}
        busy={accept.isPending}
        error={accept.isError ? messageOf(accept.error, words.failed) : undefined}
        onConfirm={() => accept.mutate()}
        onClose={() => setIsAsking(false)}
      >
        {words.consequence(approvedName)}
      </ConfirmDialog>
    </>
  );
}
