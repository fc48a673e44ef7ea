import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { CloudOff } from "lucide-react";
import { useEffect, useRef } from "react";
import { sessionQuery } from "@/api/session";
import { Button } from "@/ui/Button";
import { texts } from "../texts";
import { Notice } from "./Notice";

/** Shown while the server cannot be reached for the session. Pages that wait for it open when it answers. */
export function UnreachableBanner() {
  const session = useQuery(sessionQuery);
  const router = useRouter();
  const unknown = session.data === undefined && session.errorUpdateCount > 0;
  const wasUnknown = useRef(false);
  useEffect(() => {
    if (wasUnknown.current && !unknown) void router.invalidate();
    wasUnknown.current = unknown;
  }, [unknown, router]);
  return (
    <div role="status">
      {unknown && (
        <Notice icon={<CloudOff aria-hidden className="size-4 shrink-0" />}>
          {texts.unreachable}
          <Button
            variant="secondary"
            size="sm"
            busy={session.isFetching}
            onClick={() => void session.refetch()}
          >
            {texts.retry}
          </Button>
        </Notice>
      )}
    </div>
  );
}
