import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { messageOf } from "@/api/error";
import { resolveWith } from "@/lib/form";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { toast } from "@/ui/toast";
import { listProduct } from "../api/products";
import { EMPTY_FORM, toRequest, validateProduct, type ProductForm } from "../model/productForm";
import { CertificateFields } from "./CertificateFields";
import { DeliveryFields } from "./DeliveryFields";
import { DetailFields } from "./DetailFields";
import { PictureFields } from "./PictureFields";

/** The form that offers a product. */
export function AddProduct({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const [attempt, setAttempt] = useState(0);
  const [pictures, setPictures] = useState(0);
  const [certificates, setCertificates] = useState(0);
  const uploading = pictures + certificates > 0;
  const form = useForm<ProductForm>({
    resolver: resolveWith(validateProduct),
    mode: "onTouched",
    shouldFocusError: false,
    defaultValues: EMPTY_FORM,
  });
  const save = useMutation({
    mutationFn: (values: ProductForm) => listProduct(toRequest(values)),
    onSuccess: async () => {
      toast.success("Product created successfully!");
      await client.invalidateQueries({ queryKey: ["products"] });
      onDone();
    },
    onError: () => setAttempt((count) => count + 1),
  });
  const problems = save.isError
    ? [{ message: messageOf(save.error, "Error saving product") }]
    : Object.entries(form.formState.errors).map(([name, error]) => ({
        fieldId: `product-${name}`,
        message: String(error?.message),
      }));
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-6"
      onSubmit={form.handleSubmit(
        // What is still on its way would be missing.
        (values) => uploading || save.mutate(values),
        () => {
          save.reset();
          setAttempt((count) => count + 1);
        },
      )}
    >
      <h2 className="text-h2">Add a product</h2>
      <p className="-mt-4 text-muted">We look at every new product before customers see it.</p>
      <ErrorSummary
        attempt={attempt}
        items={attempt > 0 ? problems : []}
        title={save.isError ? "The product was not saved" : undefined}
      />
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
        <Button variant="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button
          type="submit"
          busy={save.isPending || uploading}
          busyLabel={uploading ? "Uploading…" : "Saving…"}
        >
          Add Product
        </Button>
      </div>
    </form>
  );
}
