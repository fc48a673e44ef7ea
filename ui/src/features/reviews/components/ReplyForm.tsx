import { useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import type { Review } from "@/api/types";
import { required, z } from "@/lib/schema";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { replyTo } from "../api/reviews";
import { texts } from "../texts";

const words = texts.replying;

/** The merchant's reply to a review, which can be given once. */
export function ReplyForm({ review, product }: { review: Review; product: string }) {
  const client = useQueryClient();
  const form = useAppForm({
    id: `reply-${review._id}`,
    rules: z.object({ text: required(words.missing) }),
    defaults: { text: "" },
    draft: `reply:${review._id}`,
    send: async ({ text }) => {
      await replyTo(review._id, text.trim());
      toast.success(words.sent);
      await client.invalidateQueries({ queryKey: keys.products.allReviews });
    },
    failed: (error) => messageOf(error, words.failed),
  });
  return (
    <Form form={form} className="mt-4 grid gap-3" aria-label={words.to(review.customer.name, product)}>
      <FormField form={form} name="text" label={words.label} hint={words.once} required>
        {(control) => <Textarea {...control} rows={2} maxLength={2000} />}
      </FormField>
      <div className="flex justify-end">
        <SubmitButton form={form} busyLabel={words.sending}>
          {words.send}
        </SubmitButton>
      </div>
    </Form>
  );
}
