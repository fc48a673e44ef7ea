import { FileCheck, FileUp, X } from "lucide-react";
import { useEffect } from "react";
import type { UseFormReturn } from "react-hook-form";
import { uploadCertificate } from "@/api/upload";
import { CERTIFICATE } from "@/lib/files";
import { Button } from "@/ui/Button";
import { Checkbox } from "@/ui/Checkbox";
import { cx } from "@/ui/cx";
import { FileButton } from "@/ui/FileButton";
import { toast } from "@/ui/toast";
import type { ProductForm } from "../model/productForm";
import { useUploads } from "../model/useUploads";
import { UploadRow } from "./UploadRow";

interface Props {
  form: UseFormReturn<ProductForm>;
  /** Told how many files are on their way. */
  onActive: (count: number) => void;
}

/** Whether it is organic, and the proof. */
export function CertificateFields({ form, onActive }: Props) {
  const isOrganic = form.watch("isOrganic");
  const certificate = form.watch("certificate");
  const error = form.formState.errors.certificate?.message;
  const { uploads, active, start, dismiss } = useUploads({
    rule: CERTIFICATE,
    send: uploadCertificate,
    failed: "Failed to upload certificate",
    onArrived: (arrived) => {
      form.setValue("certificate", arrived, { shouldDirty: true });
      form.clearErrors("certificate");
      toast.success("Certificate uploaded successfully! It will be reviewed by our team.");
    },
  });
  useEffect(() => onActive(active), [active, onActive]);
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">Organic</legend>
      <Checkbox label="This product is certified organic" {...form.register("isOrganic")} />
      {isOrganic && certificate && (
        <p className="flex items-center gap-3 rounded-ui border border-control p-2">
          <FileCheck aria-hidden className="size-6 shrink-0 text-leaf" />
          <span className="min-w-0 flex-1 truncate">{certificate.originalName || "Certificate"}</span>
          <Button
            variant="quiet"
            size="icon"
            aria-label="Remove the certificate"
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
              <FileUp aria-hidden className="size-5" /> Upload certificate
            </FileButton>
          )}
          <p id="product-certificate-hint" className="text-sm text-muted">
            PDF, JPEG or PNG, up to 5 MB. Only you and our reviewers can open it.
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
