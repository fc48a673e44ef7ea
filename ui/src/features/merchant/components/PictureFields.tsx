import { ImagePlus, X } from "lucide-react";
import { useEffect } from "react";
import { uploadProductImage } from "@/api/upload";
import { PICTURE } from "@/lib/files";
import { Button } from "@/ui/Button";
import { FileButton } from "@/ui/FileButton";
import type { AppForm } from "@/ui/form/useAppForm";
import { Picture } from "@/ui/Picture";
import type { ProductForm } from "../model/productForm";
import { useUploads } from "../model/useUploads";
import { UploadRow } from "./UploadRow";
import { texts } from "../texts";

const words = texts.pictures;

interface Props {
  form: AppForm<ProductForm>;
  /** Told how many pictures are on their way. */
  onActive: (count: number) => void;
}

/** What it looks like. The first picture is the one in lists. */
export function PictureFields({ form, onActive }: Props) {
  const images = form.watch("images");
  const { uploads, active, start, dismiss } = useUploads({
    rule: PICTURE,
    send: uploadProductImage,
    failed: words.failed,
    onArrived: (image) =>
      form.setValue("images", [...form.getValues("images"), image], { shouldDirty: true }),
  });
  useEffect(() => onActive(active), [active, onActive]);
  const remove = (url: string) =>
    form.setValue(
      "images",
      images.filter((image) => image.url !== url),
      { shouldDirty: true },
    );
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">
        {words.title} <span className="font-normal text-muted">{words.optional}</span>
      </legend>
      {images.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          {images.map((image, index) => (
            <li key={image.url} className="relative">
              <Picture src={image.url} alt={words.one(index + 1)} sizes="180px" />
              <span className="absolute end-1 top-1">
                <Button
                  variant="secondary"
                  size="icon"
                  aria-label={words.remove(index + 1)}
                  onClick={() => remove(image.url)}
                >
                  <X aria-hidden className="size-5" />
                </Button>
              </span>
              {index === 0 && <p className="mt-1 text-sm text-muted">{words.first}</p>}
            </li>
          ))}
        </ul>
      )}
      {uploads.length > 0 && (
        <ul className="grid gap-2">
          {uploads.map((upload) => (
            <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
          ))}
        </ul>
      )}
      <FileButton
        id="product-images"
        describedBy="product-images-hint"
        rule={PICTURE}
        multiple
        onFiles={start}
      >
        <ImagePlus aria-hidden className="size-5" /> {words.add}
      </FileButton>
      <p id="product-images-hint" className="text-sm text-muted">
        {words.hint}
      </p>
    </fieldset>
  );
}
