import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { messageOf } from "@/api/error";
import { keys } from "@/api/keys";
import { useUser } from "@/api/session";
import type { Product } from "@/api/types";
import { Button } from "@/ui/Button";
import { Card } from "@/ui/Card";
import { Checkbox } from "@/ui/Checkbox";
import { ErrorSummary } from "@/ui/ErrorSummary";
import { Choices } from "@/ui/form/Choices";
import { Form } from "@/ui/form/Form";
import { SubmitButton } from "@/ui/form/SubmitButton";
import { UnsavedGuard } from "@/ui/form/UnsavedGuard";
import type { Version } from "@/ui/form/merge";
import { useAppForm } from "@/ui/form/useAppForm";
import { toast } from "@/ui/toast";
import { listProduct, resubmitProduct, reviseProduct } from "../api/products";
import { editedProduct } from "../model/editedProduct";
import { previewProduct } from "../model/preview";
import {
  EMPTY_FORM,
  fromProduct,
  toChanges,
  toRequest,
  validateProduct,
  type ProductForm,
} from "../model/productForm";
import { CertificateFields } from "./CertificateFields";
import { ChangeNotice } from "./ChangeNotice";
import { DeliveryFields } from "./DeliveryFields";
import { DetailFields } from "./DetailFields";
import { DraftNotice } from "./DraftNotice";
import { Feedback } from "./Feedback";
import { PictureFields } from "./PictureFields";
import { PreviewButton, PreviewCard, type PreviewSlots } from "./PreviewPane";
import { texts } from "../texts";

const words = texts.form;

interface Props {
  /** The product to edit; absent for a new one. */
  product?: Product;
  preview: PreviewSlots;
  onDone: () => void;
}

/** The form of a new or existing product. */
export function ProductEditor({ product, preview, onDone }: Props) {
  const client = useQueryClient();
  const user = useUser();
  const [pictures, setPictures] = useState(0);
  const [certificates, setCertificates] = useState(0);
  const [resubmits, setResubmits] = useState(true);
  const saved = useRef(false);
  const uploading = pictures + certificates > 0;
  const draft = product ? `product:${product._id}` : "product";
  const rejected = product?.approvalStatus === "rejected";

  async function save(values: ProductForm, base: Version<ProductForm>) {
    saved.current = false;
    if (!product) {
      await listProduct(toRequest(values));
      toast.success(words.created);
    } else {
      const changes = toChanges(values, base);
      const revised = changes && (await reviseProduct(product._id, changes));
      saved.current = true;
      const isRejected = revised ? revised.approvalStatus === "rejected" : rejected;
      if (isRejected && resubmits) {
        await resubmitProduct(product._id);
        toast.success(texts.resubmit.done);
      }
      toast.success(words.updated);
    }
    await client.invalidateQueries({ queryKey: keys.products.all });
  }
  const form = useAppForm<ProductForm>({
    id: "product",
    rules: validateProduct,
    defaults: product ? fromProduct(product) : EMPTY_FORM,
    edited: product && editedProduct(product),
    draft,
    // The stock changes while a draft exists: an old number would undo sales.
    secret: product ? ["quantity"] : undefined,
    // The request would miss unfinished uploads.
    waits: uploading,
    send: save,
    sent: onDone,
    failed: (error) => messageOf(error, saved.current ? texts.resubmit.failed : words.failed),
    failedTitle: words.failedTitle,
  });
  const values = form.watch();
  const shown = user && previewProduct(values, user, product);
  const label = product ? (rejected && resubmits ? texts.edit.saveAndResubmit : texts.edit.save) : words.add;
  return (
    <div className="grid items-start gap-8 xl:grid-cols-[minmax(0,48rem)_16rem]">
      <Form form={form} summary="own" className="grid min-w-0 grid-cols-1 gap-6">
        <div>
          <h2 className="text-h2">{product ? texts.edit.title(product.name) : words.title}</h2>
          {!product && <p className="mt-1 text-muted">{words.hint}</p>}
        </div>
        <DraftNotice form={form} draft={draft} start={form.base.values} />
        {product && <Feedback product={product} />}
        <Choices choices={form.choices} />
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
        {product && <ChangeNotice product={product} values={values} start={form.base.values} />}
        {rejected && (
          <Checkbox
            label={texts.edit.resubmit}
            checked={resubmits}
            onChange={(event) => setResubmits(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {shown && <PreviewButton product={shown} slots={preview} />}
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
            {label}
          </SubmitButton>
        </div>
      </Form>
      {shown && <PreviewCard product={shown} slots={preview} />}
      <UnsavedGuard form={form}>{texts.draft.leaving}</UnsavedGuard>
    </div>
  );
}
