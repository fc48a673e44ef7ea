import { useEffect, useRef, useState } from "react";
import { fileError, type FileRule, type Upload } from "@/lib/files";
import { pictureUrl } from "@/lib/pictureUrl";
import { messageOf } from "./error";

interface Options<T> {
  rule: FileRule;
  send: (file: File, options: { onProgress: (share: number) => void; signal: AbortSignal }) => Promise<T>;
  /** The message when the server sends none. */
  failed: string;
  onArrived: (arrived: T) => void;
}

/** Uploads files in parallel and reports each one's progress. Closing the form cancels the rest. */
export function useUploads<T>({ rule, send, failed, onArrived }: Options<T>) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const previews = useRef(new Set<string>());
  const count = useRef(0);

  useEffect(() => {
    const [controllers, addresses] = [running.current, previews.current];
    return () => {
      for (const controller of controllers.values()) controller.abort();
      for (const address of addresses) URL.revokeObjectURL(address);
    };
  }, []);

  const change = (key: string, what: Partial<Upload>) =>
    setUploads((all) => all.map((upload) => (upload.key === key ? { ...upload, ...what } : upload)));

  const dismiss = (key: string) => {
    running.current.get(key)?.abort();
    setUploads((all) => all.filter((upload) => upload.key !== key));
  };

  async function start(file: File) {
    const key = String((count.current += 1));
    const error = fileError(file, rule);
    const preview = (error === null && pictureUrl(file)) || null;
    if (preview) previews.current.add(preview);
    setUploads((all) => [...all, { key, name: file.name, preview, share: 0, error }]);
    if (error !== null) return;
    const controller = new AbortController();
    running.current.set(key, controller);
    try {
      const onProgress = (share: number) => change(key, { share });
      const arrived = await send(file, { onProgress, signal: controller.signal });
      // The upload may have finished at the moment of the cancellation.
      if (controller.signal.aborted) return;
      onArrived(arrived);
      setUploads((all) => all.filter((upload) => upload.key !== key));
    } catch (reason) {
      if (!controller.signal.aborted) change(key, { error: messageOf(reason, failed) });
    } finally {
      running.current.delete(key);
    }
  }

  return {
    uploads,
    /** The number of uploads in progress. */
    active: uploads.filter((upload) => upload.error === null).length,
    start: (files: File[]) => void Promise.all(files.map(start)),
    dismiss,
  };
}
