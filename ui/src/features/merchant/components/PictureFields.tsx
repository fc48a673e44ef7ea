import { ImagePlus } from "lucide-react";
import { useEffect, useState } from "react";
import { uploadProductImage } from "@/api/upload";
import { useUploads } from "@/api/useUploads";
import { PICTURE } from "@/lib/files";
import { FileButton } from "@/ui/FileButton";
import type { AppForm } from "@/ui/form/useAppForm";
import { toast, withUndo } from "@/ui/toast";
import { UploadRow } from "@/ui/upload/UploadRow";
import type { ProductForm, ProductPicture } from "../model/productForm";
import { moveButtonId, PictureItem } from "./PictureItem";
import { texts } from "../texts";

const words = texts.pictures;

interface Props {
  form: AppForm<ProductForm>;
  /** Called with the number of uploads in progress. */
  onActive: (count: number) => void;
}

/** The pictures. The first is the cover, which lists show. */
export function PictureFields({ form, onActive }: Props) {
  const images = form.watch("images");
  const [dragged, setDragged] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const set = (next: ProductPicture[]) => form.setValue("images", next, { shouldDirty: true });
  const { uploads, active, start, dismiss } = useUploads({
    rule: PICTURE,
    send: uploadProductImage,
    failed: words.failed,
    onArrived: (image) => set([...form.getValues("images"), { ...image, alt: "" }]),
  });
  useEffect(() => onActive(active), [active, onActive]);

  function move(url: string, to: number) {
    const from = images.findIndex((image) => image.url === url);
    const picture = images[from];
    if (!picture || from === to) return;
    set(images.filter((image) => image.url !== url).toSpliced(to, 0, picture));
    setAnnouncement(words.moved(from + 1, to + 1, images.length));
  }
  function step(url: string, to: number) {
    const by = to > images.findIndex((image) => image.url === url) ? 1 : -1;
    move(url, to);
    // The browser blurs an element that is moved.
    requestAnimationFrame(() => document.getElementById(moveButtonId(url, by))?.focus());
  }
  function remove(picture: ProductPicture, index: number) {
    set(images.filter(({ url }) => url !== picture.url));
    toast.message(
      words.removed(index + 1),
      withUndo(texts.actions.undo, () => set(form.getValues("images").toSpliced(index, 0, picture))),
    );
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">
        {words.title} <span className="font-normal text-muted">{words.optional}</span>
      </legend>
      {images.length > 0 && (
        <ol className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {images.map((image, index) => (
            <PictureItem
              key={image.url}
              picture={image}
              index={index}
              count={images.length}
              dragged={dragged === image.url}
              onDrag={(dragging) => setDragged(dragging ? image.url : null)}
              onOver={(event) => {
                if (!dragged) return;
                event.preventDefault();
                move(dragged, index);
              }}
              onMove={(to) => step(image.url, to)}
              onAlt={(alt) => set(images.with(index, { ...image, alt }))}
              onRemove={() => remove(image, index)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {announcement}
      </p>
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
