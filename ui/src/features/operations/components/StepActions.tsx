import { useState } from "react";
import type { ManagerStep } from "@/api/types";
import { Button } from "@/ui/Button";
import { actOnStep, type StepAct } from "../api/operations";
import { settledCondition } from "../model/settledCondition";
import { texts } from "../texts";
import { ActDialog } from "./ActDialog";

/** The actions on a step of a process manager; only a failing step can be skipped. */
export function StepActions({ manager, step }: { manager: string; step: ManagerStep }) {
  const [asking, setAsking] = useState<StepAct | null>(null);
  const name = texts.parked.of(manager, step.stream);
  const fails = step.parkedAt !== null || step.tries > 0;
  const acts: StepAct[] = fails ? ["runNow", "skipStep"] : ["runNow"];
  return (
    <div className="flex gap-2">
      {acts.map((act) => (
        <Button
          key={act}
          size="sm"
          variant={act === "skipStep" ? "danger" : "secondary"}
          aria-label={`${texts.acts[act].label} ${name}`}
          onClick={() => setAsking(act)}
        >
          {texts.acts[act].label}
        </Button>
      ))}
      {asking && (
        <ActDialog
          words={texts.acts[asking]}
          name={name}
          typed={asking === "skipStep" ? manager : undefined}
          danger={asking === "skipStep"}
          condition={asking === "skipStep" ? settledCondition(step.money) : null}
          act={(reason, settled) => actOnStep(asking, manager, step.id, reason, settled)}
          onClose={() => setAsking(null)}
        />
      )}
    </div>
  );
}
