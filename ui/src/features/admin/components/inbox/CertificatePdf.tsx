import { useCallback, useEffect, useState } from "react";
import { Skeleton } from "@/ui/Skeleton";
import { texts } from "../../inboxTexts";
import type { Pdf, PdfPage } from "../../model/pdf";

const words = texts.file;

/** The first pages of a PDF as pictures. A different file needs a different `key`. */
export function CertificatePdf({ file, name }: { file: Blob; name: string }) {
  const [pdf, setPdf] = useState<Pdf>();
  const [hasFailed, setHasFailed] = useState(false);
  const fail = useCallback(() => setHasFailed(true), []);
  useEffect(() => {
    const closing = new AbortController();
    const { signal } = closing;
    import("../../model/pdf")
      .then(({ openPdf }) => openPdf(file, signal))
      .then(
        (opened) => !signal.aborted && setPdf(opened),
        () => !signal.aborted && setHasFailed(true),
      );
    return () => closing.abort();
  }, [file]);

  if (hasFailed) return <p>{words.unreadable}</p>;
  if (!pdf) return <Skeleton className="h-72" />;
  const { pages, pageCount } = pdf;
  return (
    <>
      {pages.map((page, index) => {
        const label = words.page(name, index + 1, pageCount);
        return <Page key={label} page={page} label={label} onFail={fail} />;
      })}
      {pageCount > pages.length && (
        <p className="text-sm text-muted">{words.rest(pages.length, pageCount)}</p>
      )}
    </>
  );
}

function Page({ page, label, onFail }: { page: PdfPage; label: string; onFail: () => void }) {
  const draw = useCallback(
    (canvas: HTMLCanvasElement) => {
      let isShown = true;
      const drawing = page.draw(canvas, canvas.clientWidth);
      drawing.done.catch(() => isShown && onFail());
      return () => {
        isShown = false;
        drawing.cancel();
      };
    },
    [page, onFail],
  );
  return (
    <canvas
      ref={draw}
      role="img"
      aria-label={label}
      className="w-full rounded-ui border border-line bg-sunken"
    />
  );
}
