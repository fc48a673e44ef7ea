import { X } from "lucide-react";
import type { Upload } from "@/lib/files";
import { Button } from "../Button";
import { ProgressBar } from "../ProgressBar";
import { texts } from "./texts";

/** An upload in progress, or the reason of its failure. */
export function UploadRow({ upload, onDismiss }: { upload: Upload; onDismiss: () => void }) {
  return (
    <li className="flex items-center gap-3 rounded-ui border border-control p-2">
      {upload.preview && (
        <img src={upload.preview} alt="" className="aspect-4/3 w-14 shrink-0 rounded-ui object-cover" />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-sm font-semibold">{upload.name}</p>
        {upload.error === null ? (
          <ProgressBar label={texts.progress(upload.name)} share={upload.share} />
        ) : (
          <p role="alert" className="text-sm font-medium text-danger">
            {upload.error}
          </p>
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={upload.error === null ? texts.cancel(upload.name) : texts.dismiss(upload.name)}
        onClick={onDismiss}
      >
        <X aria-hidden className="size-5" />
      </Button>
    </li>
  );
}
