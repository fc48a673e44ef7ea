import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useCallback, useState } from "react";
import { buttonClass } from "@/ui/buttonClass";
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

/** An object URL for a file, valid while the element with the ref is in the page. */
function useObjectUrl(file: Blob) {
  const [url, setUrl] = useState<string>();
  const ref = useCallback(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return { url, ref };
}

/** A product's certificate: pictures and PDFs in place, any file in a new tab. */
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
  const { url, ref } = useObjectUrl(file);
  const isPicture = file.type.startsWith("image/");
  return (
    <div ref={ref} className="grid grid-cols-1 gap-3">
      {isPicture && url && (
        <img src={url} alt={words.alt(name)} className="w-full rounded-ui border border-line bg-sunken" />
      )}
      {file.type === PDF && <CertificatePdf file={file} name={name} />}
      <div className="flex flex-wrap items-center gap-3 rounded-ui border border-line p-3">
        <FileText aria-hidden className="size-8 shrink-0 text-leaf" />
        <p className="min-w-0 flex-1 basis-40">
          <span className="block font-semibold">{name}</span>
          <span className="block text-sm text-muted">{words.size(Math.ceil(file.size / KILOBYTE))}</span>
        </p>
        <a href={url} target="_blank" rel="noopener" className={buttonClass("secondary", "sm")}>
          {words.open}
        </a>
      </div>
    </div>
  );
}
