import { useQueryClient } from "@tanstack/react-query";
import { isNotFound, messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { required, z } from "@/lib/schema";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Input } from "@/ui/Input";
import { Textarea } from "@/ui/Textarea";
import { startAbout } from "../api/write";
import type { Topic } from "../model/topic";
import { texts } from "../texts";

const words = texts.contact;
const rules = z.object({
  subject: required(words.subjectMissing),
  message: required(words.messageMissing),
});

interface Props {
  topic: Topic;
  onSent: (conversationId: string) => void;
}

/** Subject and message to a seller; both stay when sending fails. */
export function ContactForm({ topic, onSent }: Props) {
  const client = useQueryClient();
  const form = useAppForm({
    id: "contact",
    rules,
    defaults: { subject: topic.subject, message: topic.message },
    send: async ({ subject, message }) => {
      const { conversation } = await startAbout(topic.productIds, {
        merchantId: topic.merchantId,
        subject: subject.trim(),
        initialMessage: message.trim(),
      });
      void client.invalidateQueries({ queryKey: keys.messages.all });
      onSent(conversation._id);
    },
    failed: (error) => (isNotFound(error) ? words.unreachable : messageOf(error, words.failed)),
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
