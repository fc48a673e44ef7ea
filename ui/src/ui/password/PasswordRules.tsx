import { Check, Dot } from "lucide-react";
import { PASSWORD_RULES } from "./rules";
import { texts } from "./texts";

/** The password rules, ticked off during typing. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-muted" aria-label={texts.needs}>
      {PASSWORD_RULES.map((rule) => {
        const met = rule.met(password);
        const Icon = met ? Check : Dot;
        return (
          <li
            key={rule.short}
            className={met ? "inline-flex items-center gap-1 text-leaf" : "inline-flex items-center gap-1"}
          >
            <Icon aria-hidden className="size-4" />
            {rule.short}
            {met && <span className="sr-only"> {texts.met}</span>}
          </li>
        );
      })}
    </ul>
  );
}
