import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Form } from "@/ui/form/Form";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { useAppForm } from "@/ui/form/useAppForm";
import { toast } from "@/ui/toast";
import { listProduct } from "../api/products";
import { EMPTY_FORM, toRequest, validateProduct, type ProductForm } from "../model/productForm";
import { CertificateFields } from "./CertificateFields";
import { DeliveryFields } from "./DeliveryFields";
import { DetailFields } from "./DetailFields";
import { PictureFields } from "./PictureFields";
import { texts } from "../texts";

const words = texts.form;

/** The form that offers a product. */
export function AddProduct({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [pictures, setPictures] = useState(0);
  const [certificates, setCertificates] = useState(0);
  const uploading = pictures + certificates > 0;
  const form = useAppForm<ProductForm>({
    id: "product",
    rules: validateProduct,
    defaults: EMPTY_FORM,
    draft: "product",
    // What is still on its way would be missing.
    waits: uploading,
    send: async (values) => {
      await listProduct(toRequest(values));
      toast.success(words.created);
      await client.invalidateQueries({ queryKey: keys.products.all });
    },
    sent: onDone,
    failed: (error) => messageOf(error, words.failed),
    failedTitle: words.failedTitle,
  });
  return (
    <Form form={form} summary="own" className="grid max-w-3xl gap-6">
      <h2 className="text-h2">{words.title}</h2>
      <p className="-mt-4 text-muted">{words.hint}</p>
      <ErrorSummary {...form.summary} />
      <Card className="grid gap-5">
        <DetailFields form={form} />
      </Card>
      <Card className="grid gap-8">
        <PictureFields form={form} onActive={setPictures} />
        <CertificateFields form={form} onActive={setCertificates} />
      </Card>
      <Card className="grid gap-5">
        <DeliveryFields form={form} />
      </Card>
      <div className="flex flex-wrap justify-end gap-3">
        <Button
          variant="secondary"
          onClick={() => {
            form.discard();
            onDone();
          }}
        >
          {words.cancel}
        </Button>
        <SubmitButton form={form} busyLabel={uploading ? words.uploading : words.saving}>
          {words.add}
        </SubmitButton>
      </div>
    </Form>
  );
}
