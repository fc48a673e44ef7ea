import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { Place } from "@/lib/place";
import { Button } from "@/ui/Button";
import { Spinner } from "@/ui/Spinner";
import { DeviceError, devicePlace } from "../model/devicePlace";
import { focusFirst } from "../model/focusFirst";
import { texts } from "../texts";

interface Props {
  radius: number;
  onFound: (place: Place) => void;
  onRefused: (problem: string) => void;
  onBack: () => void;
}

/** Asks the device for its position as soon as it is shown. */
export function DeviceStep({ radius, onFound, onRefused, onBack }: Props) {
  const client = useQueryClient();
  const answer = useRef({ onFound, onRefused });
  useEffect(() => {
    answer.current = { onFound, onRefused };
  });
  useEffect(() => {
    let isMounted = true;
    devicePlace(client, radius).then(
      (place) => isMounted && answer.current.onFound(place),
      (error: unknown) =>
        isMounted &&
        answer.current.onRefused(error instanceof DeviceError ? error.message : texts.errors.unavailable),
    );
    return () => {
      isMounted = false;
    };
  }, [client, radius]);
  return (
    <div className="grid gap-4">
      <p role="status" className="flex min-h-24 items-center justify-center gap-3 text-muted">
        <Spinner />
        {texts.locating}
      </p>
      <Button ref={focusFirst} variant="secondary" onClick={onBack}>
        {texts.back}
      </Button>
    </div>
  );
}
