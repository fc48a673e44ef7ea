import { useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import type { FieldPath, FieldValues } from "react-hook-form";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import type { Rules } from "@/ui/form/rules";
import { useAppForm, type AppForm } from "@/ui/form/useAppForm";
import { toast } from "@/ui/toast";
import { saveProfile, cacheAccount, type ProfileChange } from "../api/account";
import { asEmailError } from "./asEmailError";
import { focusSection } from "./focusSection";
import { useGuarded } from "./guardedForms";

interface Options<T extends FieldValues> {
  /** The id of its section. */
  id: string;
  user: User;
  /** The form's values for an account. */
  valuesOf: (user: User) => T;
  rules: Rules<T>;
  toChange: (values: T) => ProfileChange;
  serverNames?: Record<string, FieldPath<T>>;
  labels: Record<keyof T & string, string>;
  texts: { saved: string; failed: string; failedTitle: string };
}

/** A section whose form saves part of the account, and follows changes of the account while it has no unsaved input. */
export function useProfileForm<T extends FieldValues>(options: Options<T>) {
  const { id, user, valuesOf, rules, toChange, serverNames, labels, texts } = options;
  const client = useQueryClient();
  const answer = useRef<User>(null);
  const form: AppForm<T> = useAppForm<T>({
    id,
    rules,
    defaults: valuesOf(user),
    serverNames,
    edited: {
      now: { revision: user.revision ?? 0, values: valuesOf(user) },
      versionOf: (current: Partial<User>) => {
        const now = { ...user, ...current };
        cacheAccount(client, now);
        return { revision: now.revision ?? 0, values: valuesOf(now) };
      },
      labels,
    },
    send: async (values, { revision }) => {
      answer.current = await saveProfile({ ...toChange(values), revision }).catch((error: unknown) => {
        throw asEmailError(error);
      });
    },
    sent: () => {
      if (answer.current) {
        cacheAccount(client, answer.current);
        form.reset(valuesOf(answer.current));
      }
      toast.success(texts.saved);
      focusSection(id);
    },
    failed: (error) => messageOf(error, texts.failed),
    failedTitle: texts.failedTitle,
  });
  useGuarded(form);
  return { form, discard: form.discard };
}
