// The steps after the first one: their forms are most of the checkout's code, which its first view does not need.
import { nextTask } from "@/lib/nextTask";
import { later } from "@/ui/later";
import { StepSkeleton } from "./StepSkeleton";

export const ShippingStep = later(
  () => import("./ShippingStep").then((module) => module.ShippingStep),
  StepSkeleton,
);
export const PaymentStep = later(
  () => import("./PaymentStep").then((module) => module.PaymentStep),
  StepSkeleton,
);
export const ConfirmationStep = later(
  () => import("./ConfirmationStep").then((module) => module.ConfirmationStep),
  StepSkeleton,
);

/** Fetches the code of all of them, one after the other, so that nobody waits between two steps. */
export async function preloadSteps(): Promise<void> {
  for (const step of [ShippingStep, PaymentStep, ConfirmationStep]) {
    await step.preload();
    await nextTask();
  }
}
