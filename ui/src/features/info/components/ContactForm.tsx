import { CircleCheck } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { useUser } from "@/api/session";
import { Button } from "@/ui/Button";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Select } from "@/ui/Select";
import { Textarea } from "@/ui/Textarea";
import { sendMessage } from "../api/contact";
import { contactRules, type ContactForm as Values } from "../model/contactRules";
import { contact } from "../contactTexts";

/** A message to support. A signed-in user's name and address are filled in. */
export function ContactForm() {
  const user = useUser();
  const [sent, setSent] = useState(false);
  // The form resets after each message, and when the session becomes known.
  return sent ? (
    <Sent onAgain={() => setSent(false)} />
  ) : (
    <Fields key={user?._id} name={user?.name ?? ""} email={user?.email ?? ""} onSent={() => setSent(true)} />
  );
}

function Fields({ name, email, onSent }: { name: string; email: string; onSent: () => void }) {
  const form = useAppForm<Values>({
    id: "contact",
    rules: contactRules,
    defaults: { name, email, type: "general", subject: "", message: "" },
    draft: "contact",
    send: (values) =>
      sendMessage({
        ...values,
        name: values.name.trim(),
        email: values.email.trim(),
        subject: values.subject.trim(),
        message: values.message.trim(),
      }),
    sent: onSent,
    failed: (error) => messageOf(error, contact.failed),
    failedTitle: contact.failedTitle,
  });
  return (
    <Form form={form}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label={contact.name} required>
          {(control) => <Input {...control} autoComplete="name" />}
        </FormField>
        <FormField form={form} name="email" label={contact.email} required>
          {(control) => <Input {...control} type="email" autoComplete="email" />}
        </FormField>
      </div>
      <FormField form={form} name="type" label={contact.type}>
        {(control) => (
          <Select {...control}>
            {contact.types.map((type) => (
              <option key={type.value} value={type.value}>
                {type.label}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="subject" label={contact.subject} required>
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="message" label={contact.message} required>
        {(control) => <Textarea {...control} rows={6} />}
      </FormField>
      <SubmitButton form={form} busyLabel={contact.sending}>
        {contact.send}
      </SubmitButton>
    </Form>
  );
}

/** The confirmation; it takes the focus from the removed form. */
function Sent({ onAgain }: { onAgain: () => void }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => void text.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-4 py-6 text-center">
      <CircleCheck aria-hidden className="size-10 text-leaf" />
      <p ref={text} role="status" tabIndex={-1} className="max-w-prose text-lg outline-none">
        {contact.sent}
      </p>
      <Button variant="secondary" onClick={onAgain}>
        {contact.another}
      </Button>
    </div>
  );
}
