import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";

import { toast } from "@/ui/toast";
import { updateCachedAccount, setEmailPreference } from "../api/account";
import { isMailed, kindsFor, withMail, type Kind } from "../model/notificationKinds";
import { texts } from "../texts";
import { Section } from "./Section";
import { Switch } from "./Switch";

const words = texts.notifications;

/** Notifications in the app and by mail, by kind. Each switch is saved on its own. */
export function Notifications({ user }: { user: User }) {
  const client = useQueryClient();
  const [said, setSaid] = useState("");
  const choice = useMutation({
    // One after the other: the last click wins.
    scope: { id: "preferences" },
    networkMode: "always",
    mutationFn: ({ kind, wanted }: { kind: Kind; wanted: boolean }) => setEmailPreference(kind, wanted),
    onSuccess: (_, { kind, wanted }) => {
      const { title } = words.kinds[kind];
      setSaid(wanted ? words.on(title) : words.off(title));
    },
    onError: (error, { kind, wanted }) => {
      updateCachedAccount(client, (now) => withMail(now, kind, !wanted));
      toast.error(messageOf(error, words.failed));
    },
  });
  function choose(kind: Kind, wanted: boolean) {
    updateCachedAccount(client, (now) => withMail(now, kind, wanted));
    choice.mutate({ kind, wanted });
  }
  return (
    <Section id="notifications" title={words.title} hint={words.hint}>
      <table className="w-full text-left">
        <caption className="sr-only">{words.matrix}</caption>
        <thead className="text-sm text-muted">
          <tr className="border-b border-line">
            <th scope="col" className="py-2 pr-3 font-semibold">
              {words.kind}
            </th>
            <th scope="col" className="px-2 py-2 text-center font-semibold">
              {words.inApp}
            </th>
            <th scope="col" className="py-2 pl-2 text-center font-semibold">
              {words.email}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {kindsFor(user.role).map((kind) => {
            const { title, hint } = words.kinds[kind];
            return (
              <tr key={kind}>
                <th scope="row" className="py-3 pr-3 font-normal">
                  <span className="block font-semibold">{title}</span>
                  <span className="block text-sm text-muted">{hint}</span>
                </th>
                <td className="px-2 py-3 text-center text-leaf">
                  <Check aria-hidden className="inline size-5" />
                  <span className="block text-xs text-muted max-sm:sr-only">{words.always}</span>
                </td>
                <td className="py-3 pl-2 text-center">
                  <Switch
                    label={words.mail(title)}
                    checked={isMailed(user, kind)}
                    onChange={(wanted) => choose(kind, wanted)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <p className="text-sm text-muted">{words.required}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
    </Section>
  );
}
