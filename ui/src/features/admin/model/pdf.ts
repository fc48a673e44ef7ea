// Draws a PDF onto canvases. Scripts, forms and links of the file do not work: pages become pictures.
import { getDocument, GlobalWorkerOptions, type PDFPageProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
// oxlint-disable-next-line import/default -- Vite bundles the worker and gives its address
import workerUrl from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker&url";
import jbig2Url from "pdfjs-dist/wasm/jbig2.wasm?url";
import openjpegUrl from "pdfjs-dist/wasm/openjpeg.wasm?url";

GlobalWorkerOptions.workerSrc = workerUrl;

const MAX_PAGES = 10;
/** A higher ratio makes no visible difference. */
const MAX_PIXEL_RATIO = 2;
/** A page may claim any size, and browsers refuse a canvas with more pixels or a side above 16,384. */
const MAX_CANVAS_PIXELS = 2 ** 24;
/** Height to width. With the limit above it keeps each side within 16,384 pixels. */
const MAX_ASPECT = 16;
/** An A3 page scanned at 600 dpi has 70 million pixels. */
const MAX_IMAGE_PIXELS = 2 ** 27;

/**
 * Decoders for scanned pages, by the names that the library's worker requests. The worker compiles them: its own file
 * has no policy, while the page's policy forbids WebAssembly.
 */
const DECODERS: Record<string, string> = { "jbig2.wasm": jbig2Url, "openjpeg.wasm": openjpegUrl };

/** Loads a decoder when a page needs it. */
class Decoders {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = DECODERS[filename];
    if (!url) throw new Error(`${filename} is not shipped`);
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}

interface Drawing {
  done: Promise<unknown>;
  cancel: () => void;
}

export interface PdfPage {
  /** Sizes the canvas for a layout width, and draws the page onto it. */
  draw: (canvas: HTMLCanvasElement, width: number) => Drawing;
}

export interface Pdf {
  /** The first pages, ready to be drawn. */
  pages: PdfPage[];
  pageCount: number;
}

/** Opens a file; `closed` stops its worker and all drawing. Rejects a file that is not a PDF or has a password. */
export async function openPdf(file: Blob, closed: AbortSignal): Promise<Pdf> {
  const data = new Uint8Array(await file.arrayBuffer());
  closed.throwIfAborted();
  const task = getDocument({
    data,
    isEvalSupported: false,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    BinaryDataFactory: Decoders,
  });
  const close = () => void task.destroy();
  closed.addEventListener("abort", close);
  try {
    const document = await task.promise;
    const numbers = Array.from({ length: Math.min(document.numPages, MAX_PAGES) }, (_, index) => index + 1);
    const pages = await Promise.all(numbers.map((number) => document.getPage(number)));
    return { pages: pages.map(toPage), pageCount: document.numPages };
  } catch (error) {
    closed.removeEventListener("abort", close);
    close();
    throw error;
  }
}

function toPage(page: PDFPageProxy): PdfPage {
  const natural = page.getViewport({ scale: 1 });
  const aspect = natural.height / natural.width;
  if (aspect > MAX_ASPECT || aspect < 1 / MAX_ASPECT) throw new Error("A page is a narrow strip");
  const largest = Math.sqrt(MAX_CANVAS_PIXELS / (natural.width * natural.height));
  return {
    draw(canvas, width) {
      const idealScale = (width * Math.min(window.devicePixelRatio, MAX_PIXEL_RATIO)) / natural.width;
      const viewport = page.getViewport({ scale: Math.min(idealScale, largest) });
      canvas.width = Math.round(viewport.width);
      canvas.height = Math.round(viewport.height);
      const rendering = page.render({ canvas, viewport });
      return { done: rendering.promise, cancel: () => rendering.cancel() };
    },
  };
}
