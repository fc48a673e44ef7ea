// The steps after the first one. Their forms are most of the checkout's code, which the first view does not need.
import { lazy } from "react";
import { nextTask } from "@/lib/nextTask";

const shipping = () => import("./ShippingStep");
const payment = () => import("./PaymentStep");
const confirmation = () => import("./ConfirmationStep");

export const ShippingStep = lazy(async () => ({ default: (await shipping()).ShippingStep }));
export const PaymentStep = lazy(async () => ({ default: (await payment()).PaymentStep }));
export const ConfirmationStep = lazy(async () => ({ default: (await confirmation()).ConfirmationStep }));

/** Loads the code of all steps, one after the other, so that the next step opens at once. */
export async function preloadSteps(): Promise<void> {
  for (const load of [shipping, payment, confirmation]) {
    // A step that fails to load here loads again, and shows a failure, when it opens.
    await load().catch(() => {});
    await nextTask();
  }
}
