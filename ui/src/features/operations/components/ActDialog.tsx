import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { Checkbox } from "@/ui/Checkbox";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { Field } from "@/ui/Field";
import { Input } from "@/ui/Input";
import { PasswordInput } from "@/ui/PasswordInput";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { texts } from "../texts";
import { keys } from "../api/keys";
import type { Condition } from "../model/settledCondition";

interface Props {
  words: {
    label: string;
    title: (name: string) => string;
    consequence: string;
    done: (name: string) => string;
  };
  /** The name of the view, the stream or the person. */
  name: string;
  /** For a risky action: the name to type as confirmation. */
  typed?: string;
  danger?: boolean;
  /** Whether the operator enters the own password, which the server verifies. */
  asksForPassword?: boolean;
  /** A condition that the operator must accept. */
  condition?: Condition | null;
  act: (reason: string, accepted: boolean, password: string) => Promise<unknown>;
  onClose: () => void;
}

/** Confirms an operator's action with a reason. The typed text stays until the action has succeeded. */
export function ActDialog({ words, name, typed, danger, asksForPassword, condition, act, onClose }: Props) {
  const client = useQueryClient();
  const [entered, setEntered] = useState("");
  const [typedName, setTypedName] = useState("");
  const [accepted, setAccepted] = useState(false);
  const [password, setPassword] = useState("");
  const reason = entered.trim();
  const acting = useMutation({
    mutationFn: () => act(reason, accepted, password),
    onSuccess: () => {
      toast.success(words.done(name));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: keys.all }),
  });
  const blocked = !reason
    ? texts.reasonMissing
    : typed && typedName.trim() !== typed
      ? texts.nameMissing
      : condition && !accepted
        ? condition.missing
        : asksForPassword && !password
          ? texts.passwordMissing
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
      {condition && (
        <div className="mb-4 grid gap-2">
          <p className="font-semibold text-danger">{condition.warning}</p>
          <Checkbox
            label={condition.accept}
            checked={accepted}
            onChange={(event) => setAccepted(event.target.checked)}
          />
        </div>
      )}
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
          <Field label={texts.typeName(typed)} required>
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
        {asksForPassword && (
          <Field label={texts.password} required>
            {(props) => (
              <PasswordInput
                {...props}
                autoComplete="current-password"
                value={password}
                onChange={(event) => setPassword(event.target.value)}
              />
            )}
          </Field>
        )}
      </div>
    </ConfirmDialog>
  );
}
