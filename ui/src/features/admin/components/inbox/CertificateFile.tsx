import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useCallback, useState } from "react";
import { pictureUrl } from "@/lib/pictureUrl";
import { saveAs } from "@/lib/saveAs";
import { Button } from "@/ui/Button";
import { QueryView } from "@/ui/QueryView";
import { Skeleton } from "@/ui/Skeleton";
import { certificateQuery } from "../../api/reviews";
import type { ReviewedProduct } from "../../model/review";
import { texts } from "../../inboxTexts";
import { CertificatePdf } from "./CertificatePdf";
import { Section } from "./Section";

const words = texts.file;
const KILOBYTE = 1024;
const PDF = "application/pdf";
const EXTENSIONS: Record<string, string> = { [PDF]: "pdf", "image/jpeg": "jpg", "image/png": "png" };

/** The URL of a picture, valid while the element with the ref is in the page; undefined for another file. */
function usePictureUrl(file: Blob) {
  const [url, setUrl] = useState<string>();
  const ref = useCallback(() => {
    const made = pictureUrl(file);
    setUrl(made);
    return () => {
      if (made) URL.revokeObjectURL(made);
    };
  }, [file]);
  return { url, ref };
}

/** The merchant's file name with the extension of what the file is. */
const fileName = (name: string, type: string) =>
  `${name.replace(/\.[^.]{1,5}$/, "")}.${EXTENSIONS[type] ?? "bin"}`;

/** A product's certificate: pictures and PDFs in place, any file as a download. */
export function CertificateFile({ product }: { product: ReviewedProduct }) {
  const certificate = product.organicCertificate;
  const query = useQuery({ ...certificateQuery(certificate?.url ?? ""), enabled: Boolean(certificate?.url) });
  return (
    <Section title={words.title}>
      <QueryView
        query={query}
        pending={<Skeleton className="h-72" />}
        failed={{ title: words.failed, hint: texts.tryAgain, level: 3 }}
      >
        {(file) => (
          <LoadedCertificate
            key={certificate?.url}
            file={file}
            name={certificate?.originalName || words.unnamed}
          />
        )}
      </QueryView>
    </Section>
  );
}

function LoadedCertificate({ file, name }: { file: Blob; name: string }) {
  const { url, ref } = usePictureUrl(file);
  return (
    <div ref={ref} className="grid grid-cols-1 gap-3">
      {url && (
        <img src={url} alt={words.alt(name)} className="w-full rounded-ui border border-line bg-sunken" />
      )}
      {file.type === PDF && <CertificatePdf file={file} name={name} />}
      <div className="flex flex-wrap items-center gap-3 rounded-ui border border-line p-3">
        <FileText aria-hidden className="size-8 shrink-0 text-leaf" />
        <p className="min-w-0 flex-1 basis-40">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-muted">{words.size(Math.ceil(file.size / KILOBYTE))}</span>
        </p>
        <Button variant="secondary" size="sm" onClick={() => saveAs(file, fileName(name, file.type))}>
          {words.download}
        </Button>
      </div>
    </div>
  );
}
