import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { ApiError } from "@/api/error";
import { ErrorState } from "@/ui/ErrorState";
import { Page } from "@/ui/Page";
import { isChunkError, reloadPage } from "../chunks";
import { texts } from "../texts";

const isUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * The page for an error, for code that failed to load, and while the session is unknown. It loads missing code again
 * when the browser is back online; the queries of other pages retry by themselves.
 */
export function ErrorPage({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const [retrying, setRetrying] = useState(false);
  const codeIsMissing = isChunkError(error);
  const unreachable = codeIsMissing || isUnreachable(error);
  const title = unreachable ? texts.unreachable : texts.somethingWrong;
  async function retry() {
    setRetrying(true);
    // Some browsers remember a failed module until the page reloads.
    if (codeIsMissing) await reloadPage();
    else {
      await router.invalidate();
      reset();
    }
    setRetrying(false);
  }
  useEffect(() => {
    if (!codeIsMissing) return;
    const reload = () => void reloadPage();
    window.addEventListener("online", reload);
    return () => window.removeEventListener("online", reload);
  }, [codeIsMissing]);
  return (
    <Page title={title}>
      <ErrorState
        level={1}
        title={title}
        hint={unreachable ? texts.unreachableHint : texts.somethingWrongHint}
        onRetry={() => void retry()}
        retrying={retrying}
      />
    </Page>
  );
}
