import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { texts } from "../texts";

interface Props {
  words: (typeof texts.acts)[keyof typeof texts.acts];
  /** Of the view or the stream. */
  name: string;
  /** Something that is easily regretted: the name is typed to confirm it. */
  typed?: boolean;
  danger?: boolean;
  act: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks an operator why, and what it is about, before an act. What was typed stays until the act has succeeded. */
export function ActDialog({ words, name, typed, danger, act, onClose }: Props) {
  const client = useQueryClient();
  const [entered, setEntered] = useState("");
  const [typedName, setTypedName] = useState("");
  const reason = entered.trim();
  const acting = useMutation({
    mutationFn: () => act(reason),
    onSuccess: () => {
      toast.success(words.done(name));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.operations.all }),
  });
  const blocked = !reason
    ? texts.reasonMissing
    : typed && typedName.trim() !== name
      ? texts.nameMissing
      : undefined;
  return (
    <ConfirmDialog
      open
      danger={danger}
      title={words.title(name)}
      confirmLabel={words.label}
      busy={acting.isPending}
      error={acting.isError ? messageOf(acting.error, texts.failed) : undefined}
      blockedBecause={blocked}
      onConfirm={() => acting.mutate()}
      onClose={onClose}
    >
      <p className="mb-4">{words.consequence}</p>
      <div className="grid gap-4">
        <Field label={texts.reason} required hint={texts.reasonHint}>
          {(props) => (
            <Textarea
              {...props}
              rows={2}
              value={entered}
              onChange={(event) => setEntered(event.target.value)}
            />
          )}
        </Field>
        {typed && (
          <Field label={texts.typeName(name)} required>
            {(props) => (
              <Input
                {...props}
                autoComplete="off"
                spellCheck={false}
                value={typedName}
                onChange={(event) => setTypedName(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}
