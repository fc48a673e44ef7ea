// Uploads use XMLHttpRequest: fetch reports no upload progress.
import { notePosition } from "@/lib/position";
import { failureOf, sessionLost, UNREACHABLE } from "./client";
import { ApiError } from "./error";
import { currentToken } from "./token";

/** A slow connection needs minutes for five megabytes. */
const TIMEOUT_MS = 180_000;

/** A file stored by the server. */
export interface UploadedFile {
  /** Path on this site. */
  url: string;
  /** The last part of the path. */
  filename: string;
}

interface Options {
  /** Called with the share sent so far, 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
}

/** Uploads a picture of a product. */
export const uploadProductImage = async (file: File, options?: Options): Promise<UploadedFile> =>
  ((await upload("/upload/product-image", "image", file, options)) as { image: UploadedFile }).image;

/** Uploads the photo of the merchant's business, which replaces the previous one. */
export const uploadBusinessPhoto = async (file: File, options?: Options): Promise<UploadedFile> =>
  ((await upload("/upload/business-photo", "businessPhoto", file, options)) as { image: UploadedFile }).image;

/** Uploads the certificate of an organic product. */
export const uploadCertificate = async (file: File, options?: Options) =>
  (await upload("/upload/organic-certificate", "certificate", file, options)) as UploadedFile & {
    originalName: string;
  };

function upload(
  path: string,
  field: string,
  file: File,
  { onProgress, signal }: Options = {},
): Promise<unknown> {
  const form = new FormData();
  form.append(field, file);
  const token = currentToken();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", `${window.location.origin}/api${path}`);
    request.timeout = TIMEOUT_MS;
    request.responseType = "json";
    if (token) request.setRequestHeader("Authorization", `Bearer ${token}`);
    request.upload.addEventListener("progress", ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    );
    request.addEventListener("error", () => reject(new ApiError(UNREACHABLE, 0)));
    request.addEventListener("timeout", () =>
      reject(new ApiError("The upload took too long. Please try again.", 0)),
    );
    request.addEventListener("abort", () =>
      reject(new DOMException("The upload was cancelled.", "AbortError")),
    );
    request.addEventListener("load", () => {
      notePosition(request.getResponseHeader("Greenstall-Position"));
      if (request.status >= 200 && request.status < 300) return resolve(request.response);
      if (request.status === 401) sessionLost(token);
      reject(failureOf(request.status, request.response));
    });
    signal?.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
