import { useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import { required, z } from "@/lib/schema";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import type { Opening, StartedConversation } from "../api/write";
import { texts } from "../texts";

const words = texts.contact;
const rules = z.object({
  subject: required(words.subjectMissing),
  message: required(words.messageMissing),
});

interface Props {
  subject: string;
  message: string;
  start: (opening: Opening) => Promise<StartedConversation>;
  failed: (error: unknown) => string;
  onSent: (conversationId: string) => void;
}

/** Subject and message that start a conversation; both stay when sending fails. */
export function OpeningForm({ start, failed, onSent, ...defaults }: Props) {
  const client = useQueryClient();
  const form = useAppForm({
    id: "contact",
    rules,
    defaults: { subject: defaults.subject, message: defaults.message },
    send: async ({ subject, message }) => {
      const { conversation } = await start({ subject: subject.trim(), initialMessage: message.trim() });
      void client.invalidateQueries({ queryKey: keys.messages.all });
      onSent(conversation._id);
    },
    failed,
  });
  return (
    <Form form={form}>
      <FormField form={form} name="subject" label={words.subject} required>
        {(control) => <Input {...control} />}
      </FormField>
      <FormField form={form} name="message" label={words.message} required>
        {(control) => <Textarea {...control} rows={5} />}
      </FormField>
      <SubmitButton form={form} busyLabel={words.sending}>
        {words.send}
      </SubmitButton>
    </Form>
  );
}
