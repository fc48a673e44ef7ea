import { X } from "lucide-react";
import { Button } from "@/ui/Button";
import { ProgressBar } from "@/ui/ProgressBar";
import type { Upload } from "../model/useUploads";
import { texts } from "../texts";

const words = texts.upload;

/** A file on its way, or why it did not arrive. */
export function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  return (
    <li className="flex items-center gap-3 rounded-ui border border-control p-2">
      {upload.preview && (
        <img src={upload.preview} alt="" className="aspect-4/3 w-14 shrink-0 rounded-ui object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{upload.name}</p>
        {upload.error === null ? (
          <ProgressBar label={words.progress(upload.name)} share={upload.share} />
        ) : (
          <p role="alert" className="text-sm font-medium text-danger">
            {upload.error}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={upload.error === null ? words.cancel(upload.name) : words.dismiss(upload.name)}
        onClick={onDismiss}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </li>
  );
}
