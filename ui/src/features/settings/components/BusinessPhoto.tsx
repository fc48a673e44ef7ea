import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ImagePlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { messageOf } from "@/api/error";
import type { User } from "@/api/types";
import { uploadBusinessPhoto } from "@/api/upload";
import { useUploads } from "@/api/useUploads";
import { PICTURE } from "@/lib/files";
import { Button } from "@/ui/Button";
import { ConfirmDialog } from "@/ui/ConfirmDialog";
import { FileButton } from "@/ui/FileButton";
import { Picture } from "@/ui/Picture";
import { toast } from "@/ui/toast";
import { DropZone } from "@/ui/upload/DropZone";
import { UploadRow } from "@/ui/upload/UploadRow";
import { removePhoto, cachePhoto } from "../api/account";
import { focusSection } from "../model/focusSection";
import { texts } from "../texts";
import { Section } from "./Section";

const words = texts.photo;
const ID = "photo";

/** The stall's photo; an upload applies at once, without Save. */
export function BusinessPhoto({ user }: { user: User }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const photo = user.businessInfo?.businessPhoto;
  const business = user.businessInfo?.businessName ?? "";
  const { uploads, active, start, dismiss } = useUploads({
    rule: PICTURE,
    send: uploadBusinessPhoto,
    failed: words.uploadFailed,
    onArrived: (image) => {
      cachePhoto(client, image);
      toast.success(words.uploaded);
    },
  });
  const removal = useMutation({
    mutationFn: removePhoto,
    networkMode: "always",
    onSuccess: () => {
      setAsking(false);
      cachePhoto(client, null);
      toast.success(words.removed);
      focusSection(ID);
    },
  });
  const choose = ([file]: File[]) => {
    for (const { key } of uploads) dismiss(key);
    if (file) start([file]);
  };
  return (
    <Section id={ID} title={words.title}>
      <DropZone onFiles={choose} className="grid items-center gap-5 sm:grid-cols-[12rem_1fr]">
        <Picture src={photo?.url} alt={photo ? words.alt(business) : ""} sizes="192px" />
        <div className="grid justify-items-start gap-3">
          {uploads.length > 0 && (
            <ul className="grid w-full gap-2">
              {uploads.map((upload) => (
                <UploadRow key={upload.key} upload={upload} onDismiss={() => dismiss(upload.key)} />
              ))}
            </ul>
          )}
          {active === 0 && (
            <div className="flex flex-wrap items-center gap-3">
              <FileButton
                id="business-photo"
                describedBy="business-photo-hint"
                rule={PICTURE}
                onFiles={choose}
              >
                <ImagePlus aria-hidden className="size-5" /> {photo ? words.replace : words.choose}
              </FileButton>
              <span className="text-muted max-sm:hidden">{words.drop}</span>
              {photo && (
                <Button
                  variant="quiet"
                  onClick={() => {
                    removal.reset();
                    setAsking(true);
                  }}
                >
                  <Trash2 aria-hidden className="size-5" /> {words.remove}
                </Button>
              )}
            </div>
          )}
          <p id="business-photo-hint" className="text-sm text-muted">
            {words.hint}
          </p>
        </div>
      </DropZone>
      <ConfirmDialog
        open={asking}
        danger
        busy={removal.isPending}
        error={removal.isError ? messageOf(removal.error, words.removeFailed) : undefined}
        title={words.removeTitle(business)}
        confirmLabel={words.remove}
        cancelLabel={words.keep}
        onClose={() => setAsking(false)}
        onConfirm={() => photo && removal.mutate(photo.filename)}
      >
        {words.removeText}
      </ConfirmDialog>
    </Section>
  );
}
