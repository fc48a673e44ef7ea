import { FileCheck, FileUp, X } from "lucide-react";
import { useEffect } from "react";
import { uploadCertificate } from "@/api/upload";
import { useUploads } from "@/api/useUploads";
import { CERTIFICATE } from "@/lib/files";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { cx } from "@/ui/cx";
import { FileButton } from "@/ui/FileButton";
import type { AppForm } from "@/ui/form/useAppForm";
import { toast } from "@/ui/toast";
import { UploadRow } from "@/ui/upload/UploadRow";
import type { ProductForm } from "../model/productForm";
import { texts } from "../texts";

const words = texts.certificate;

interface Props {
  form: AppForm<ProductForm>;
  /** Called with the number of uploads in progress. */
  onActive: (count: number) => void;
}

/** Whether the product is organic, and its certificate. */
export function CertificateFields({ form, onActive }: Props) {
  const isOrganic = form.watch("isOrganic");
  const certificate = form.watch("certificate");
  const error = form.errorOf("certificate");
  const { uploads, active, start, dismiss } = useUploads({
    rule: CERTIFICATE,
    send: uploadCertificate,
    failed: words.failed,
    onArrived: (arrived) => {
      form.setValue("certificate", arrived, { shouldDirty: true });
      form.clearErrors("certificate");
      toast.success(words.uploaded);
    },
  });
  useEffect(() => onActive(active), [active, onActive]);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{words.title}</legend>
      <Checkbox label={words.isOrganic} {...form.register("isOrganic")} />
      {isOrganic && certificate && (
        <p className="flex items-center gap-3 rounded-ui border border-control p-2">
          <FileCheck aria-hidden className="size-6 shrink-0 text-leaf" />
          <span className="min-w-0 flex-1 truncate">{certificate.originalName || words.file}</span>
          <Button
            variant="quiet"
            size="icon"
            aria-label={words.remove}
            onClick={() => form.setValue("certificate", null, { shouldDirty: true })}
          >
            <X aria-hidden className="size-5" />
          </Button>
        </p>
      )}
      {isOrganic && !certificate && (
        <>
          {uploads.length > 0 && (
            <ul className="grid gap-2">
              {uploads.map((upload) => (
                <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
              ))}
            </ul>
          )}
          {active === 0 && (
            <FileButton
              id="product-certificate"
              describedBy={cx("product-certificate-hint", error && "product-certificate-error")}
              rule={CERTIFICATE}
              onFiles={start}
            >
              <FileUp aria-hidden className="size-5" /> {words.upload}
            </FileButton>
          )}
          <p id="product-certificate-hint" className="text-sm text-muted">
            {words.hint}
          </p>
          {error && (
            <p id="product-certificate-error" className="text-sm font-medium text-danger">
              {error}
            </p>
          )}
        </>
      )}
    </fieldset>
  );
}
