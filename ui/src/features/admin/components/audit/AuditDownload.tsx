import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { messageOf } from "@/api/error";
import { saveAs } from "@/lib/saveAs";
import { Button } from "@/ui/Button";
import { auditFile, type AuditFilter } from "../../api/audit";
import { texts } from "../../auditTexts";
import { csvRows } from "../../model/auditEntry";

/** Downloads all matching entries, not only the shown page, and reports their number. */
export function AuditDownload({ filter }: { filter: AuditFilter }) {
  const download = useMutation({
    mutationFn: async () => {
      // The file is saved as it came: a text would lose its byte order mark.
      const file = await auditFile(filter);
      return { file, rows: csvRows(await file.text()) };
    },
    networkMode: "always",
    onSuccess: ({ file }) => {
      const today = new Date().toISOString().slice(0, 10);
      saveAs(file, texts.file(today));
    },
  });
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="status" className="text-sm">
        {download.isSuccess && <span>{texts.downloaded(download.data.rows)}</span>}
        {download.isError && (
          <span className="font-medium text-danger">{messageOf(download.error, texts.downloadFailed)}</span>
        )}
      </p>
      <Button
        variant="secondary"
        busy={download.isPending}
        busyLabel={texts.downloading}
        onClick={() => download.mutate()}
      >
        <Download aria-hidden className="size-5" /> {texts.download}
      </Button>
    </div>
  );
}
