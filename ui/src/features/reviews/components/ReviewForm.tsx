import { useQueryClient } from "@tanstack/react-query";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { required, z } from "@/lib/schema";
import { Form } from "@/ui/form/Form";
import { FormField } from "@/ui/form/FormField";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { Textarea } from "@/ui/Textarea";
import { toast } from "@/ui/toast";
import { writeReview } from "../api/reviews";
import { texts } from "../texts";
import { RatingField } from "./RatingField";

const rules = z.object({
  rating: z.string().check(z.minLength(1, texts.ratingMissing)),
  comment: required(texts.commentMissing),
});

interface Props {
  productId: string;
  /** Moves the focus, because the form is removed. */
  onSent: () => void;
}

/** Stars and a comment; the tab keeps both until they are sent. */
export function ReviewForm({ productId, onSent }: Props) {
  const client = useQueryClient();
  const form = useAppForm({
    id: "review",
    draft: `review-${productId}`,
    rules,
    defaults: { rating: "", comment: "" },
    send: ({ rating, comment }) =>
      writeReview(productId, { rating: Number(rating), comment: comment.trim() }),
    sent: () => {
      toast.success(texts.sent);
      onSent();
      void client.invalidateQueries({ queryKey: keys.products.reviews(productId) });
      void client.invalidateQueries({ queryKey: keys.products.one(productId) });
    },
    failed: (error) => messageOf(error, texts.notSent),
  });
  return (
    <Form form={form} className="grid gap-4">
      <RatingField form={form} />
      <FormField form={form} name="comment" label={texts.comment} hint={texts.commentHint} required>
        {(control) => <Textarea {...control} />}
      </FormField>
      <SubmitButton form={form} busyLabel={texts.sending}>
        {texts.send}
      </SubmitButton>
    </Form>
  );
}
