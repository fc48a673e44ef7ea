import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { toast } from "@/ui/toast";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";

interface Props {
  section: string;
  words: {
    end: string;
    endLabel: (name: string) => string;
    endTitle: (name: string) => string;
    endHint: string;
    ended: (name: string) => string;
  };
  name: string;
  end: () => Promise<unknown>;
}

/** Revokes a key or removes a webhook, after a question: nothing brings it back. */
export function EndProgram({ section, words, name, end }: Props) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const ending = useMutation({
    mutationFn: end,
    onSuccess: async () => {
      setAsking(false);
      toast.success(words.ended(name));
      await client.invalidateQueries({ queryKey: keys.account.all });
      focusSection(section);
    },
  });
  return (
    <>
      <Button size="sm" variant="danger" aria-label={words.endLabel(name)} onClick={() => setAsking(true)}>
        {words.end}
      </Button>
      {asking && (
        <ConfirmDialog
          open
          danger
          title={words.endTitle(name)}
          confirmLabel={words.end}
          busy={ending.isPending}
          error={ending.isError ? messageOf(ending.error, texts.programs.actFailed) : undefined}
          onConfirm={() => ending.mutate()}
          onClose={() => setAsking(false)}
        >
          <p>{words.endHint}</p>
        </ConfirmDialog>
      )}
    </>
  );
}
